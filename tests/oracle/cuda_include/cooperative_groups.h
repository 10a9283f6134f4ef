// The part of CUDA's cooperative groups that the oracle executes: blocks, whole warps and the grid. Groups of
// other kinds are not declared, so that the oracle cannot judge a kernel that uses one.
#pragma once

namespace cooperative_groups {

class thread_block {
 public:
  static __device__ unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static __device__ unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static __device__ unsigned size() { return num_threads(); }
  static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __device__ void sync() { __barrier_sync(0); }
};

class grid_group {
 public:
  static __device__ unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static __device__ unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static __device__ unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  static __device__ unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  static __device__ unsigned long long size() { return num_threads(); }
  static __device__ void sync() { __oracle_grid_barrier(); }
};

template <unsigned Size>
class thread_block_tile;

template <>
class thread_block_tile<32> {
 public:
  static __device__ unsigned thread_rank() { return thread_block::thread_rank() % 32; }
  static __device__ unsigned num_threads() { return 32; }
  static __device__ unsigned size() { return 32; }
  static __device__ unsigned meta_group_rank() { return thread_block::thread_rank() / 32; }
  static __device__ unsigned meta_group_size() { return (thread_block::num_threads() + 31) / 32; }
  static __device__ void sync() { __syncwarp(); }
};

static __device__ inline thread_block this_thread_block() {
  return {};
}
static __device__ inline grid_group this_grid() {
  return {};
}
template <unsigned Size>
static __device__ inline thread_block_tile<Size> tiled_partition(const thread_block&) {
  return {};
}
template <typename Group>
static __device__ inline void sync(const Group&) {
  Group::sync();
}

}  // namespace cooperative_groups
