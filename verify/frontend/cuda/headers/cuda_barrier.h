// Barriers, latches and semaphores of the library libcu++, in place of its headers `cuda/barrier`,
// `cuda/latch` and `cuda/semaphore`.
#pragma once

#include "cooperative_groups.h"
#include "cuda_atomic.h"
#include "phases.h"
#if __has_include(<utility>)
#include <utility>
#endif

namespace cuda {
#if !__has_include(<cuda/std/utility>)
namespace std {
template <typename T>
static __host__ __device__ __forceinline__ T&& move(T& value) {
  return static_cast<T&&>(value);
}
}  // namespace std
#endif

// Another scope than the block is not understood.
template <thread_scope Scope = thread_scope_system>
class barrier {
 public:
  struct arrival_token {
    unsigned long long __launchproof_token;
  };
  barrier() = default;
  __device__ __forceinline__ explicit barrier(long expected) { init(this, expected); }
  barrier(const barrier&) = delete;

  __device__ __forceinline__ arrival_token arrive(long threads = 1) {
    check_scope();
    if (threads != 1) __launchproof_phase_several();
    return {__launchproof_phase_arrive(&d_state)};
  }
  __device__ __forceinline__ void wait(arrival_token token) const {
    __launchproof_phase_wait(at(), token.__launchproof_token);
  }
  __device__ __forceinline__ bool try_wait(arrival_token token) const {
    return __launchproof_phase_test(at(), token.__launchproof_token);
  }
  __device__ __forceinline__ bool test_wait(arrival_token token) const { return try_wait(token); }
  __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
  __device__ __forceinline__ void arrive_and_drop() {
    check_scope();
    __launchproof_phase_drop(&d_state);
  }
  __device__ __forceinline__ void wait_parity(bool parity) const {
    while (!try_wait_parity(parity)) {
    }
  }
  __device__ __forceinline__ bool try_wait_parity(bool parity) const {
    return __launchproof_phase_parity(at(), parity ? 1 : 0);
  }
  __device__ __forceinline__ bool test_wait_parity(bool parity) const { return try_wait_parity(parity); }
  template <typename Time>
  __device__ __forceinline__ bool try_wait_for(arrival_token, const Time&) const {
    __launchproof_phase_time();
    return true;
  }
  static constexpr __host__ __device__ long max() { return (1 << 20) - 1; }

  friend __device__ __forceinline__ void init(barrier* at, long expected) {
    check_scope();
    __launchproof_phase_init(&at->d_state, (unsigned)expected);
  }
  friend __device__ __forceinline__ unsigned long long* __launchproof_state(barrier& of) {
    check_scope();
    return &of.d_state;
  }

 private:
  static __device__ __forceinline__ void check_scope() {
    if (Scope != thread_scope_block) __launchproof_phase_scope();
  }
  __device__ __forceinline__ void* at() const { return (void*)&d_state; }
  unsigned long long d_state;
};

// A copy of one thread or of a group. The phase of the barrier that is current waits for it.
template <typename Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async(void* to, const void* from, const Size& bytes,
                                                    barrier<Scope>& waits) {
  __launchproof_phase_copy(__launchproof_state(waits));
  __launchproof_copy_bytes(to, from, (size_t)bytes);
}
template <typename Group, typename Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async(const Group& group, void* to, const void* from,
                                                    const Size& bytes, barrier<Scope>& waits) {
  __launchproof_phase_copy(__launchproof_state(waits));
  cooperative_groups::__launchproof_copy_of_group(group, to, from, (size_t)bytes);
}

namespace device {
template <thread_scope Scope>
static __device__ __forceinline__ unsigned long long* barrier_native_handle(barrier<Scope>& of) {
  __launchproof_phase_handle();
  return __launchproof_state(of);
}
template <thread_scope Scope>
static __device__ __forceinline__ typename barrier<Scope>::arrival_token barrier_arrive_tx(barrier<Scope>&,
                                                                                           long, long) {
  __launchproof_phase_handle();
  return {0};
}
template <thread_scope Scope>
static __device__ __forceinline__ void barrier_expect_tx(barrier<Scope>&, long) {
  __launchproof_phase_handle();
}
template <typename Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async_tx(void*, const void*, const Size&, barrier<Scope>&) {
  __launchproof_phase_handle();
}
}  // namespace device

}  // namespace cuda

// Latches and semaphores: programs that use them compile; what uses them is not followed.
LAUNCHPROOF_BUILTIN(void, __launchproof_latch, (), "launchproof.unsupported: a latch or a semaphore");

namespace cuda {

template <thread_scope Scope = thread_scope_system>
class latch {
 public:
  latch() = default;
  __device__ __forceinline__ explicit latch(long) { __launchproof_latch(); }
  latch(const latch&) = delete;
  __device__ __forceinline__ void count_down(long = 1) { __launchproof_latch(); }
  __device__ __forceinline__ bool try_wait() const {
    __launchproof_latch();
    return true;
  }
  __device__ __forceinline__ void wait() const { __launchproof_latch(); }
  __device__ __forceinline__ void arrive_and_wait(long = 1) { __launchproof_latch(); }

 private:
  long d_expected;
};

template <thread_scope Scope = thread_scope_system, long Most = 2147483647>
class counting_semaphore {
 public:
  counting_semaphore() = default;
  __device__ __forceinline__ explicit counting_semaphore(long) { __launchproof_latch(); }
  counting_semaphore(const counting_semaphore&) = delete;
  __device__ __forceinline__ void release(long = 1) { __launchproof_latch(); }
  __device__ __forceinline__ void acquire() { __launchproof_latch(); }
  __device__ __forceinline__ bool try_acquire() {
    __launchproof_latch();
    return true;
  }

 private:
  long d_count;
};
template <thread_scope Scope = thread_scope_system>
using binary_semaphore = counting_semaphore<Scope, 1>;

}  // namespace cuda
