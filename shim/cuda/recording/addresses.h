// Device memory addresses, which the API represents as numbers.
#pragma once

#include <cstdint>

namespace launchproof::cuda {

// Returns the pointer for an address. The memory is mapped in this process.
inline void* pointer_to(std::uint64_t address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace launchproof::cuda
