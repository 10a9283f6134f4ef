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
