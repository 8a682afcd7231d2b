#include "cli/cli.h"

int main(int argc, char** argv) { return terrain::run_command_line(argc, argv); }
