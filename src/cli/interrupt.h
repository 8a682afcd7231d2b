// Ctrl-C as a flag.
#pragma once

namespace terrain {

/// From now on the first SIGINT or SIGTERM sets the flag; the second one ends the program as the system does it.
void catch_interrupts();

/// Whether the user asked to stop. Safe from any thread.
bool interrupted();

}  // namespace terrain
