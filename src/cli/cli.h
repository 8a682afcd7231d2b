// The program's command line.
#pragma once

namespace terrain {

/// Does what the arguments ask for. Data goes to stdout, messages and progress to stderr. Returns the exit code
/// (core/errors.h); throws nothing.
int run_command_line(int argc, const char* const* argv);

}  // namespace terrain
