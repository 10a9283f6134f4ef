// Pipelines of the library libcu++, in place of its header `cuda/pipeline`, and copies of blocks of memory
// from shared to global memory, in place of `cuda/ptx`, whose other functions are not there.
#pragma once

#include "cuda_barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  unsigned long long __launchproof_filled, __launchproof_free;
};

// The threads of a block fill and read stages together. A thread waits for what was filled, and for what was
// given back, by all threads and in turn.
template <thread_scope Scope>
class pipeline {
 public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  __device__ __forceinline__ pipeline(void* filled, void* free) : d_filled(filled), d_free(free) {}
  __device__ __forceinline__ void producer_acquire() { __launchproof_phase_next(d_free, 0); }
  __device__ __forceinline__ void producer_commit() { __launchproof_phase_push(d_filled, 1); }
  __device__ __forceinline__ void consumer_wait() { __launchproof_phase_next(d_filled, 1); }
  __device__ __forceinline__ void consumer_release() { __launchproof_phase_push(d_free, 0); }
  __device__ __forceinline__ bool quit() {
    __launchproof_pipeline_quit();
    return true;
  }
  template <typename Time>
  __device__ __forceinline__ bool consumer_wait_for(const Time&) {
    __launchproof_phase_time();
    return true;
  }

 private:
  void *d_filled, *d_free;
};

// The copies of one thread, which waits for the oldest ones first.
template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline() = default;
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  __device__ __forceinline__ void producer_acquire() {}
  __device__ __forceinline__ void producer_commit() {
    __launchproof_copy_commit();
    ++d_groups;
  }
  __device__ __forceinline__ void consumer_wait() {
    constexpr unsigned kNone = 15;  // waits for nothing
    __launchproof_copy_wait(d_groups == 0 ? kNone : d_groups - 1);
    if (d_groups != 0) --d_groups;
  }
  __device__ __forceinline__ void consumer_release() {}
  __device__ __forceinline__ bool quit() { return true; }
  template <typename Time>
  __device__ __forceinline__ bool consumer_wait_for(const Time&) {
    __launchproof_phase_time();
    return true;
  }
  __device__ __forceinline__ void __launchproof_wait_prior(unsigned groups) {
    __launchproof_copy_wait(groups);
    if (d_groups > groups) d_groups = groups;
  }

 private:
  unsigned d_groups = 0;  // those that the thread has not waited for
};

static __device__ __forceinline__ pipeline<thread_scope_thread> make_pipeline() {
  return {};
}
template <unsigned Stages>
static __device__ __forceinline__ void __launchproof_free_stages(void* at) {
  if constexpr (Stages != 0) {
    __launchproof_phase_free(at, 0);
    __launchproof_free_stages<Stages - 1>(at);
  }
}
template <typename Group>
static __device__ __forceinline__ void __launchproof_check_block(const Group&) {
  __launchproof_pipeline_roles();
}
static __device__ __forceinline__ void __launchproof_check_block(const cooperative_groups::thread_block&) {}
// Begins with a barrier.
template <typename Group, thread_scope Scope, unsigned char Stages>
static __device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                                                pipeline_shared_state<Scope, Stages>* state) {
  if (Scope != thread_scope_block) __launchproof_phase_scope();
  __launchproof_check_block(group);
  group.sync();
  __launchproof_free_stages<Stages>(&state->__launchproof_free);
  return {&state->__launchproof_filled, &state->__launchproof_free};
}
template <typename Group, thread_scope Scope, unsigned char Stages, typename Role>
static __device__ __forceinline__ pipeline<Scope> make_pipeline(const Group&,
                                                                pipeline_shared_state<Scope, Stages>* state,
                                                                const Role&) {
  __launchproof_pipeline_roles();
  return {&state->__launchproof_filled, &state->__launchproof_free};
}

template <unsigned char Groups>
static __device__ __forceinline__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& of) {
  of.__launchproof_wait_prior(Groups);
}
template <thread_scope Scope>
static __device__ __forceinline__ void pipeline_producer_commit(pipeline<thread_scope_thread>&,
                                                                barrier<Scope>& waits) {
  __launchproof_phase_copy(__launchproof_state(waits));
}

template <typename Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async(void* to, const void* from, const Size& bytes,
                                                    pipeline<Scope>&) {
  __launchproof_copy_bytes(to, from, (size_t)bytes);
}
template <typename Group, typename Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async(const Group& group, void* to, const void* from,
                                                    const Size& bytes, pipeline<Scope>&) {
  cooperative_groups::__launchproof_copy_of_group(group, to, from, (size_t)bytes);
}

}  // namespace cuda

namespace cuda::ptx {

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

LAUNCHPROOF_FUNCTION void fence_proxy_async() {
  __launchproof_proxy_fence(3);
}
LAUNCHPROOF_FUNCTION void fence_proxy_async(space_shared_t) {
  __launchproof_proxy_fence(1);
}
LAUNCHPROOF_FUNCTION void fence_proxy_async(space_global_t) {
  __launchproof_proxy_fence(2);
}

LAUNCHPROOF_FUNCTION void cp_async_bulk(space_global_t, space_shared_t, void* to, const void* from,
                                        const unsigned int& bytes) {
  __assert_of_program(bytes % 16 == 0);
  __launchproof_bulk_copy(to, from, bytes);
}
LAUNCHPROOF_FUNCTION void cp_async_bulk_commit_group() {
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

#define LAUNCHPROOF_REDUCE(type, operation, function)                                                 \
  LAUNCHPROOF_FUNCTION void cp_reduce_async_bulk(space_global_t, space_shared_t, operation, type* to, \
                                                 const type* from, unsigned int bytes) {              \
    __assert_of_program(bytes % 16 == 0);                                                             \
    __launchproof_bulk_##function(to, from, bytes);                                                   \
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
LAUNCHPROOF_FUNCTION void cp_reduce_async_bulk(space_global_t, space_shared_t, op_add_t, int* to,
                                               const int* from, unsigned int bytes) {
  cp_reduce_async_bulk(space_global, space_shared, op_add, (unsigned int*)to, (const unsigned int*)from,
                       bytes);
}

}  // namespace cuda::ptx
