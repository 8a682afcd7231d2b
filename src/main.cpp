#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cli/cli.h"

int main(int argc, char** argv) {
#if defined(__GLIBC__)
    // Maps come and go with every cycle: memory that is handed back to the system comes back as page faults.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
    return terrain::run_command_line(argc, argv);
}
