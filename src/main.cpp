#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cli/cli.h"
#include "cli/interrupt.h"

// A signal that comes while the libraries are still being set up is to end like any later one.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" {
[[gnu::section(".preinit_array"), gnu::used]] void (*const terrain_first_of_all)() = terrain::catch_interrupts;
}
#endif

int main(int argc, char** argv) {
#if defined(__GLIBC__)
    // Maps come and go with every cycle: memory that is handed back to the system comes back as page faults.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
    return terrain::run_command_line(argc, argv);
}
