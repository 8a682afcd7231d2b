#include "cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace terrain {
namespace {

// Lock-free, so that the handler may write it; and other threads may read it, which sig_atomic_t does not grant.
std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void terrain_on_interrupt(int /*signal*/) {
    stop = true;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
    std::signal(SIGINT, terrain_on_interrupt);
    std::signal(SIGTERM, terrain_on_interrupt);
}

bool interrupted() { return stop; }

}  // namespace terrain
