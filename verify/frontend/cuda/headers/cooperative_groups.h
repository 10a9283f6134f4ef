// Groups of threads, in place of the toolkit's header of this name. Tiles of 32 threads are warps.
#pragma once

#include "phases.h"

// What programs give functions of their own to is no template without a body, whose arguments may have no
// linkage.
LAUNCHPROOF_BUILTIN(void, __launchproof_invoke_one, (),
                    "launchproof.unsupported: a function that one thread of a group executes");
LAUNCHPROOF_BUILTIN(void, __launchproof_reduce_update, (),
                    "launchproof.unsupported: a reduction of a group into an atomic object");
LAUNCHPROOF_BUILTIN(void, __launchproof_several_devices, (),
                    "launchproof.unsupported: a launch on several devices");

namespace cooperative_groups {

namespace details {
struct nothing {};
}  // namespace details

class thread_block {
 public:
  // `barrier.sync`, which is unaligned in the toolkit's header too.
  static __device__ __forceinline__ void sync() { __barrier_sync(0); }
  static __device__ __forceinline__ unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static __device__ __forceinline__ unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static __device__ __forceinline__ unsigned size() { return num_threads(); }
  static __device__ __forceinline__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __device__ __forceinline__ dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  static __device__ __forceinline__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __device__ __forceinline__ dim3 group_dim() { return dim_threads(); }
  using arrival_token = unsigned long long;
  static __device__ __forceinline__ arrival_token barrier_arrive() {
    return __launchproof_phase_arrive(nullptr);
  }
  static __device__ __forceinline__ void barrier_wait(arrival_token token) {
    __launchproof_phase_wait(nullptr, token);
  }
};
LAUNCHPROOF_FUNCTION thread_block this_thread_block() {
  return {};
}
// Memory by which tiles of more than a warp come together. Nothing is followed in it.
template <unsigned Threads = 1024>
struct block_tile_memory {
  unsigned char __launchproof_bytes[Threads];
};
template <unsigned Threads>
static __device__ __forceinline__ thread_block this_thread_block(block_tile_memory<Threads>&) {
  return {};
}

class grid_group {
 public:
  static __device__ __forceinline__ unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static __device__ __forceinline__ unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static __device__ __forceinline__ unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  static __device__ __forceinline__ unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  static __device__ __forceinline__ unsigned long long size() { return num_threads(); }
  static __device__ __forceinline__ dim3 block_index() { return thread_block::group_index(); }
  static __device__ __forceinline__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __device__ __forceinline__ dim3 group_dim() { return dim_blocks(); }
  static __device__ __forceinline__ bool is_valid() { return true; }
  static __device__ __forceinline__ void sync() { __launchproof_grid_barrier(); }
  // Without a body.
  static __device__ unsigned barrier_arrive();
  static __device__ void barrier_wait(unsigned);
};
LAUNCHPROOF_FUNCTION grid_group this_grid() {
  return {};
}

class multi_grid_group {
 public:
  static __device__ __forceinline__ void sync() { __launchproof_several_devices(); }
  static __device__ __forceinline__ bool is_valid() { return number() != 0; }
  static __device__ __forceinline__ unsigned grid_rank() { return number(); }
  static __device__ __forceinline__ unsigned num_grids() { return number(); }
  static __device__ __forceinline__ unsigned long long thread_rank() { return number(); }
  static __device__ __forceinline__ unsigned long long num_threads() { return number(); }
  static __device__ __forceinline__ unsigned long long size() { return number(); }

 private:
  static __device__ __forceinline__ unsigned number() {
    __launchproof_several_devices();
    return 0;
  }
};
LAUNCHPROOF_FUNCTION multi_grid_group this_multi_grid() {
  return {};
}

// Without bodies.
class cluster_group {
 public:
  static __device__ void sync();
  static __device__ unsigned thread_rank();
  static __device__ unsigned block_rank();
  static __device__ unsigned num_blocks();
  static __device__ unsigned num_threads();
  template <typename T>
  static __device__ T* map_shared_rank(T* at, int rank) {
    return (T*)__cluster_map_shared_rank(at, (unsigned)rank);
  }
};
__device__ cluster_group this_cluster();

template <unsigned Size, typename Parent = thread_block>
class thread_block_tile {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                "a tile has a power of two of threads");

 public:
  static __device__ __forceinline__ unsigned thread_rank() {
    return thread_block::thread_rank() & (Size - 1);
  }
  static constexpr __device__ __forceinline__ unsigned num_threads() { return Size; }
  static constexpr __device__ __forceinline__ unsigned size() { return Size; }
  static __device__ __forceinline__ unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  static __device__ __forceinline__ unsigned meta_group_size() {
    return (thread_block::num_threads() + Size - 1) / Size;
  }
  static __device__ __forceinline__ void sync() { __syncwarp(mask()); }
  template <typename T>
  static __device__ __forceinline__ T shfl(T value, int rank) {
    return __shfl_sync(mask(), value, rank, Size);
  }
  template <typename T>
  static __device__ __forceinline__ T shfl_up(T value, unsigned delta) {
    return __shfl_up_sync(mask(), value, delta, Size);
  }
  template <typename T>
  static __device__ __forceinline__ T shfl_down(T value, unsigned delta) {
    return __shfl_down_sync(mask(), value, delta, Size);
  }
  template <typename T>
  static __device__ __forceinline__ T shfl_xor(T value, unsigned bits) {
    return __shfl_xor_sync(mask(), value, (int)bits, Size);
  }
  static __device__ __forceinline__ int any(int predicate) { return __any_sync(mask(), predicate); }
  static __device__ __forceinline__ int all(int predicate) { return __all_sync(mask(), predicate); }
  static __device__ __forceinline__ unsigned ballot(int predicate) {
    return Size == 32 ? __ballot_sync(mask(), predicate)
                      : (__ballot_sync(mask(), predicate) & mask()) >> first();
  }
  template <typename T>
  static __device__ __forceinline__ unsigned match_any(T value) {
    return Size == 32 ? __match_any_sync(mask(), value)
                      : (__match_any_sync(mask(), value) & mask()) >> first();
  }
  template <typename T>
  static __device__ __forceinline__ unsigned match_all(T value, int& predicate) {
    return Size == 32 ? __match_all_sync(mask(), value, &predicate)
                      : (__match_all_sync(mask(), value, &predicate) & mask()) >> first();
  }
  static __device__ __forceinline__ unsigned __launchproof_lanes() { return mask(); }

 private:
  static __device__ __forceinline__ unsigned first() { return __launchproof_lane() & ~(Size - 1); }
  static __device__ __forceinline__ unsigned mask() {
    if constexpr (Size == 32)
      return 0xffffffffu;
    else if constexpr (Size < 32)
      return ((1u << Size) - 1) << first();
    else
      return first();
  }
};
template <unsigned Size, typename Parent>
static __device__ __forceinline__ thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

LAUNCHPROOF_FUNCTION thread_block_tile<1> this_thread() {
  return {};
}

// Some threads of a warp, given by a mask of lanes.
class coalesced_group {
 public:
  explicit __device__ __forceinline__ coalesced_group(unsigned mask) : d_mask(mask) {}
  __device__ __forceinline__ void sync() const { __syncwarp(d_mask); }
  __device__ __forceinline__ unsigned thread_rank() const {
    return (unsigned)__popc(d_mask & __launchproof_lanemask_lt());
  }
  __device__ __forceinline__ unsigned num_threads() const { return (unsigned)__popc(d_mask); }
  __device__ __forceinline__ unsigned size() const { return num_threads(); }
  // Without bodies.
  __device__ unsigned meta_group_rank() const;
  __device__ unsigned meta_group_size() const;
  template <typename T>
  __device__ __forceinline__ T shfl(T value, int rank) const {
    return __shfl_sync(d_mask, value, (int)lane_of((unsigned)rank));
  }
  template <typename T>
  __device__ __forceinline__ T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(d_mask, value, (int)lane_of(rank < delta ? rank : rank - delta));
  }
  template <typename T>
  __device__ __forceinline__ T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(d_mask, value, (int)lane_of(delta < num_threads() - rank ? rank + delta : rank));
  }
  __device__ __forceinline__ int any(int predicate) const { return __any_sync(d_mask, predicate); }
  __device__ __forceinline__ int all(int predicate) const { return __all_sync(d_mask, predicate); }
  __device__ __forceinline__ unsigned ballot(int predicate) const {
    return packed(__ballot_sync(d_mask, predicate));
  }
  __device__ __forceinline__ unsigned __launchproof_lanes() const { return d_mask; }

 private:
#ifdef LAUNCHPROOF_FOR_EXECUTION
  __device__ __forceinline__ unsigned lane_of(unsigned rank) const { return __fns(d_mask, 0, (int)rank + 1); }
  __device__ __forceinline__ unsigned packed(unsigned votes) const {
    unsigned result = 0;
    unsigned rank = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (((d_mask >> lane) & 1) == 0) continue;
      result |= ((votes >> lane) & 1) << rank;
      ++rank;
    }
    return result;
  }
#else
  // Returns the lane of the thread with this rank. Only rank 0 and the rank of the calling thread are known;
  // the lane of any other rank is arbitrary.
  __device__ __forceinline__ unsigned lane_of(unsigned rank) const {
    if (rank == 0) return (unsigned)__ffs((int)d_mask) - 1;
    return rank == thread_rank() ? __launchproof_lane() : (unsigned)__launchproof_clock() & 31;
  }
  // Bits by the ranks of the threads, so that they name no lanes.
  static __device__ __forceinline__ unsigned packed(unsigned) { return (unsigned)__launchproof_clock(); }
#endif
  unsigned d_mask;
};
static __device__ __forceinline__ coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}
template <typename Parent>
__device__ coalesced_group tiled_partition(const Parent&, unsigned);
// The threads of a group that hold one value.
template <typename T>
static __device__ __forceinline__ coalesced_group labeled_partition(const coalesced_group& group, T label) {
  return coalesced_group(__match_any_sync(group.__launchproof_lanes(), (long long)label));
}
template <unsigned Size, typename Parent, typename T>
static __device__ __forceinline__ coalesced_group
labeled_partition(const thread_block_tile<Size, Parent>& tile, T label) {
  return coalesced_group(__match_any_sync(tile.__launchproof_lanes(), (long long)label));
}
template <typename Group>
static __device__ __forceinline__ coalesced_group binary_partition(const Group& group, bool predicate) {
  return labeled_partition(group, (int)predicate);
}
template <typename Group, typename Function, typename... Arguments>
static __device__ __forceinline__ void invoke_one(const Group&, Function&&, Arguments&&...) {
  __launchproof_invoke_one();
}
template <typename Group, typename Function, typename... Arguments>
static __device__ __forceinline__ auto invoke_one_broadcast(const Group&, Function&& function,
                                                            Arguments&&... arguments) {
  __launchproof_invoke_one();
  return function(static_cast<Arguments&&>(arguments)...);
}

// A group whose type does not determine its kind: a block, or some threads of a warp.
class thread_group {
 public:
  __device__ __forceinline__ thread_group(const thread_block&) : d_is_block(true), d_lanes(0) {}
  template <unsigned Size, typename Parent>
  __device__ __forceinline__ thread_group(const thread_block_tile<Size, Parent>& tile)
      : d_is_block(false), d_lanes(tile.__launchproof_lanes()) {
    static_assert(Size <= 32, "a tile of several warps is not supported here");
  }
  __device__ __forceinline__ thread_group(const coalesced_group& group)
      : d_is_block(false), d_lanes(group.__launchproof_lanes()) {}
  __device__ __forceinline__ void sync() const {
    if (d_is_block)
      thread_block::sync();
    else
      __syncwarp(d_lanes);
  }
  __device__ __forceinline__ unsigned long long thread_rank() const {
    return d_is_block ? thread_block::thread_rank() : (unsigned)__popc(d_lanes & __launchproof_lanemask_lt());
  }
  __device__ __forceinline__ unsigned long long num_threads() const {
    return d_is_block ? thread_block::num_threads() : (unsigned)__popc(d_lanes);
  }
  __device__ __forceinline__ unsigned long long size() const { return num_threads(); }
  static __device__ __forceinline__ bool is_valid() { return true; }

 private:
  bool d_is_block;
  unsigned d_lanes;
};

template <typename Group>
static __device__ __forceinline__ void sync(const Group& group) {
  group.sync();
}
template <typename Group>
static __device__ __forceinline__ auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
static __device__ __forceinline__ auto group_size(const Group& group) {
  return group.size();
}

// The operations of reductions and scans.
#define LAUNCHPROOF_OPERATION(name, expression)               \
  template <typename T = void>                                \
  struct name {                                               \
    __device__ __forceinline__ T operator()(T a, T b) const { \
      return expression;                                      \
    }                                                         \
  };                                                          \
  template <>                                                 \
  struct name<void> {                                         \
    template <typename T>                                     \
    __device__ __forceinline__ T operator()(T a, T b) const { \
      return expression;                                      \
    }                                                         \
  };
LAUNCHPROOF_OPERATION(plus, a + b)
LAUNCHPROOF_OPERATION(less, b < a ? b : a)
LAUNCHPROOF_OPERATION(greater, a < b ? b : a)
LAUNCHPROOF_OPERATION(bit_and, a& b)
LAUNCHPROOF_OPERATION(bit_or, a | b)
LAUNCHPROOF_OPERATION(bit_xor, a ^ b)
#undef LAUNCHPROOF_OPERATION

template <unsigned Distance, unsigned Size, typename Parent, typename T, typename Operation>
static __device__ __forceinline__ T __launchproof_reduce(const thread_block_tile<Size, Parent>& tile, T value,
                                                         Operation operation) {
  if constexpr (Distance == 0)
    return value;
  else
    return __launchproof_reduce<Distance / 2>(tile, (T)operation(value, tile.shfl_xor(value, Distance)),
                                              operation);
}
template <unsigned Size, typename Parent, typename T, typename Operation>
static __device__ __forceinline__ T reduce(const thread_block_tile<Size, Parent>& tile, T value,
                                           Operation operation) {
  return __launchproof_reduce<Size / 2>(tile, value, operation);
}
template <typename T, typename Operation>
__device__ T reduce(const coalesced_group&, T, Operation);
#define LAUNCHPROOF_REDUCE_INTO(name)                                                         \
  template <typename Group, typename Atomic, typename T, typename Operation>                  \
  static __device__ __forceinline__ void name(const Group&, Atomic&, const T&, Operation&&) { \
    __launchproof_reduce_update();                                                            \
  }
LAUNCHPROOF_REDUCE_INTO(reduce_update_async)
LAUNCHPROOF_REDUCE_INTO(reduce_store_async)
#undef LAUNCHPROOF_REDUCE_INTO

template <unsigned Distance, unsigned Size, typename Parent, typename T, typename Operation>
static __device__ __forceinline__ T __launchproof_scan(const thread_block_tile<Size, Parent>& tile, T value,
                                                       Operation operation) {
  if constexpr (Distance >= Size) {
    return value;
  } else {
    const T before = tile.shfl_up(value, Distance);
    return __launchproof_scan<Distance * 2>(
        tile, tile.thread_rank() >= Distance ? (T)operation(before, value) : value, operation);
  }
}
template <unsigned Size, typename Parent, typename T, typename Operation = plus<T>>
static __device__ __forceinline__ T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value,
                                                   Operation operation = {}) {
  return __launchproof_scan<1>(tile, value, operation);
}
template <unsigned Size, typename Parent, typename T, typename Operation = plus<T>>
static __device__ __forceinline__ T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value,
                                                   Operation operation = {}) {
  const T all = tile.shfl_up(__launchproof_scan<1>(tile, value, operation), 1);
  return tile.thread_rank() == 0 ? T{} : all;
}

}  // namespace cooperative_groups

#include "group_copies.h"
