// Loaded into the program by a test: an invalid floating-point operation, a division by zero or an overflow ends it.
// All threads inherit the mask.
#include <fenv.h>

#include <cstdlib>

namespace {

[[gnu::constructor]] void trap() {
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    if (std::getenv("TERRAIN_FE_TRAP_NOW") != nullptr) {
        volatile float zero = 0.0F;
        zero = zero / zero;
    }
}

}  // namespace
