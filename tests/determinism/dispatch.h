// Included before every file of the builds that are compared: with TERRAIN_PLAIN in the environment, the kernels that
// are chosen at run time take their plain form, as on a processor without AVX2.
#pragma once

#include <cstdlib>

#define __builtin_cpu_supports(name) (std::getenv("TERRAIN_PLAIN") == nullptr && __builtin_cpu_supports(name))
