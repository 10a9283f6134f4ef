// Functions for instructions of PTX, in place of the toolkit's header `cuda/ptx`.
#pragma once

#include <cuda_pipelines.h>

// Where a toolkit has the instructions one by one, it gives the types and most of the functions. Its
// functions are templates, so that those below are called in their place.
#if __has_include(<cuda/__ptx/ptx_dot_variants.h>)
#include <cuda/__ptx/instructions/barrier_cluster.h>
#include <cuda/__ptx/instructions/bfind.h>
#include <cuda/__ptx/instructions/bmsk.h>
#include <cuda/__ptx/instructions/cp_async_bulk.h>
#include <cuda/__ptx/instructions/cp_async_bulk_commit_group.h>
#include <cuda/__ptx/instructions/cp_async_bulk_tensor.h>
#include <cuda/__ptx/instructions/cp_async_mbarrier_arrive.h>
#include <cuda/__ptx/instructions/cp_reduce_async_bulk.h>
#include <cuda/__ptx/instructions/cp_reduce_async_bulk_tensor.h>
#include <cuda/__ptx/instructions/exit.h>
#include <cuda/__ptx/instructions/fence.h>
#include <cuda/__ptx/instructions/get_sreg.h>
#include <cuda/__ptx/instructions/getctarank.h>
#include <cuda/__ptx/instructions/ld.h>
#include <cuda/__ptx/instructions/mbarrier_arrive.h>
#include <cuda/__ptx/instructions/mbarrier_expect_tx.h>
#include <cuda/__ptx/instructions/mbarrier_init.h>
#include <cuda/__ptx/instructions/mbarrier_wait.h>
#include <cuda/__ptx/instructions/prmt.h>
#include <cuda/__ptx/instructions/red_async.h>
#include <cuda/__ptx/instructions/shfl_sync.h>
#include <cuda/__ptx/instructions/shl.h>
#include <cuda/__ptx/instructions/shr.h>
#include <cuda/__ptx/instructions/st.h>
#include <cuda/__ptx/instructions/st_async.h>
#include <cuda/__ptx/instructions/st_bulk.h>
#include <cuda/__ptx/instructions/tensormap_cp_fenceproxy.h>
#include <cuda/__ptx/instructions/tensormap_replace.h>
#include <cuda/__ptx/instructions/trap.h>
#include <cuda/__ptx/ptx_dot_variants.h>
#define LAUNCHPROOF_PTX_OF_TOOLKIT
#endif

namespace cuda::ptx {

#ifndef LAUNCHPROOF_PTX_OF_TOOLKIT
struct space_global_t {};
struct space_shared_t {};
inline constexpr space_global_t space_global{};
inline constexpr space_shared_t space_shared{};
struct op_add_t {};
struct op_min_t {};
struct op_max_t {};
struct op_and_op_t {};
struct op_or_op_t {};
struct op_xor_op_t {};
inline constexpr op_add_t op_add{};
inline constexpr op_min_t op_min{};
inline constexpr op_max_t op_max{};
inline constexpr op_and_op_t op_and_op{};
inline constexpr op_or_op_t op_or_op{};
inline constexpr op_xor_op_t op_xor_op{};
template <int N>
struct n32_t {};

static __device__ __forceinline__ unsigned get_sreg_laneid() {
  return __launchproof_lane();
}
#endif

static __device__ __forceinline__ void fence_proxy_async() {
  __launchproof_proxy_fence(3);
}
static __device__ __forceinline__ void fence_proxy_async(space_shared_t) {
  __launchproof_proxy_fence(1);
}
static __device__ __forceinline__ void fence_proxy_async(space_global_t) {
  __launchproof_proxy_fence(2);
}

static __device__ __forceinline__ void cp_async_bulk(space_global_t, space_shared_t, void* to,
                                                     const void* from, const unsigned int& bytes) {
  __assert_of_program(bytes % 16 == 0);
  __launchproof_bulk_copy(to, from, bytes);
}
static __device__ __forceinline__ void cp_async_bulk_commit_group() {
  __launchproof_bulk_commit();
}
template <int N>
static __device__ __forceinline__ void cp_async_bulk_wait_group(n32_t<N>) {
  __launchproof_bulk_wait(N);
}
template <int N>
static __device__ __forceinline__ void cp_async_bulk_wait_group_read(n32_t<N>) {
  __launchproof_bulk_wait_read(N);
}

#define LAUNCHPROOF_REDUCE(type, operation, function)                                              \
  static __device__ __forceinline__ void cp_reduce_async_bulk(                                     \
      space_global_t, space_shared_t, operation, type* to, const type* from, unsigned int bytes) { \
    __assert_of_program(bytes % 16 == 0);                                                          \
    __launchproof_bulk_##function(to, from, bytes);                                                \
  }
LAUNCHPROOF_REDUCE(unsigned int, op_add_t, fetch_add)
LAUNCHPROOF_REDUCE(float, op_add_t, fetch_add)
LAUNCHPROOF_REDUCE(double, op_add_t, fetch_add)
LAUNCHPROOF_REDUCE(int, op_min_t, fetch_min)
LAUNCHPROOF_REDUCE(unsigned int, op_min_t, fetch_min)
LAUNCHPROOF_REDUCE(int, op_max_t, fetch_max)
LAUNCHPROOF_REDUCE(unsigned int, op_max_t, fetch_max)
LAUNCHPROOF_REDUCE(unsigned int, op_and_op_t, fetch_and)
LAUNCHPROOF_REDUCE(unsigned int, op_or_op_t, fetch_or)
LAUNCHPROOF_REDUCE(unsigned int, op_xor_op_t, fetch_xor)
#undef LAUNCHPROOF_REDUCE
static __device__ __forceinline__ void cp_reduce_async_bulk(space_global_t, space_shared_t, op_add_t, int* to,
                                                            const int* from, unsigned int bytes) {
  __assert_of_program(bytes % 16 == 0);
  __launchproof_bulk_fetch_add((unsigned int*)to, (const unsigned int*)from, bytes);
}

}  // namespace cuda::ptx
