// How much memory the process may take.
#pragma once

#include <cstdint>

namespace terrain {

/// Bytes: the lesser of the machine's memory and the process's address space limit (ulimit -v).
std::uint64_t memory_limit();

}  // namespace terrain
