// Sums over a whole warp, as the oracle executes them.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T>
struct plus {};

template <typename T>
static __device__ inline T reduce(const thread_block_tile<32>&, T value, plus<T>) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

}  // namespace cooperative_groups
