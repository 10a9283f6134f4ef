// Memory pools for stream-ordered allocation. All pools allocate from the device's memory.
#pragma once

#include <array>
#include <cstdint>

namespace launchproof::cuda {

struct MemoryPool {
  // Indexed by CUmemPool_attribute, which starts at 1: three switches, then numbers of bytes.
  std::array<std::uint64_t, 9> attributes{0, 1, 1, 1, 0, 0, 0, 0, 0};
};

}  // namespace launchproof::cuda
