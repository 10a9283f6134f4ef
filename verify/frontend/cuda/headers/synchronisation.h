// Barriers, fences, and functions that end or delay a thread.
#pragma once

LAUNCHPROOF_MEETING(void, __launchproof_barrier, (unsigned), "_Z7barrierj");
LAUNCHPROOF_BUILTIN(void, __launchproof_fence, (unsigned), "_Z9mem_fencej");
// Memory order and scope as OpenCL C numbers them.
LAUNCHPROOF_BUILTIN(void, __launchproof_ordered_fence, (unsigned, int, int),
                    "_Z22atomic_work_item_fencej12memory_order12memory_scope");
LAUNCHPROOF_MEETING(int, __launchproof_group_all, (int), "_Z14work_group_alli");
LAUNCHPROOF_MEETING(int, __launchproof_group_any, (int), "_Z14work_group_anyi");
LAUNCHPROOF_MEETING(int, __launchproof_group_sum, (int), "_Z21work_group_reduce_addi");
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_clock, (), "_Z17clock_read_devicev");

// Waits at the barrier with this number. Threads may meet there from different places, as with `barrier.sync`
// of PTX. A block has 16 barriers.
LAUNCHPROOF_FUNCTION void __barrier_sync(unsigned number) {
  __launchproof_barrier(3 | ((number & 15) + 1) << 8);
}

// A barrier of all blocks of the launch. No number of a block's barrier is as large.
LAUNCHPROOF_FUNCTION void __launchproof_grid_barrier() {
  __launchproof_barrier(3 | 17 << 8);
}

// A barrier orders shared and global memory alike.
LAUNCHPROOF_FUNCTION void __syncthreads() {
  __launchproof_barrier(3);
}
LAUNCHPROOF_FUNCTION int __syncthreads_count(int predicate) {
  __launchproof_barrier(3);
  return __launchproof_group_sum(predicate != 0);
}
LAUNCHPROOF_FUNCTION int __syncthreads_and(int predicate) {
  __launchproof_barrier(3);
  return __launchproof_group_all(predicate != 0) != 0;
}
LAUNCHPROOF_FUNCTION int __syncthreads_or(int predicate) {
  __launchproof_barrier(3);
  return __launchproof_group_any(predicate != 0) != 0;
}

LAUNCHPROOF_FUNCTION void __threadfence_block() {
  __launchproof_ordered_fence(3, 5, 1);
}
LAUNCHPROOF_FUNCTION void __threadfence() {
  __launchproof_ordered_fence(3, 5, 2);
}
LAUNCHPROOF_FUNCTION void __threadfence_system() {
  __launchproof_ordered_fence(3, 5, 3);
}

LAUNCHPROOF_FUNCTION long long clock64() {
  return (long long)__launchproof_clock();
}
LAUNCHPROOF_FUNCTION int clock() {
  return (int)__launchproof_clock();
}
LAUNCHPROOF_FUNCTION unsigned long long globaltimer() {
  return __launchproof_clock();
}
LAUNCHPROOF_FUNCTION void __nanosleep(unsigned int) {}
LAUNCHPROOF_FUNCTION void __brkpt() {}
LAUNCHPROOF_FUNCTION void __prof_trigger(int) {}

extern "C" __device__ int printf(const char*, ...);

// A launch before this one that it may overlap with; launches are judged as if they had ended.
LAUNCHPROOF_FUNCTION void cudaGridDependencySynchronize() {}
LAUNCHPROOF_FUNCTION void cudaTriggerProgrammaticLaunchCompletion() {}

// Ends the launch with an error, so the thread's later actions do not matter.
LAUNCHPROOF_FUNCTION void __trap() {
  __builtin_unreachable();
}

#include "assert.h"

LAUNCHPROOF_FUNCTION void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
LAUNCHPROOF_FUNCTION void* memset(void* to, int byte, size_t bytes) {
  return __builtin_memset(to, byte, bytes);
}

// Loads and stores with cache hints.
#define LAUNCHPROOF_LOAD(name)                              \
  template <typename T>                                     \
  static __device__ __forceinline__ T name(const T* from) { \
    return *from;                                           \
  }
LAUNCHPROOF_LOAD(__ldg)
LAUNCHPROOF_LOAD(__ldca)
LAUNCHPROOF_LOAD(__ldcg)
LAUNCHPROOF_LOAD(__ldcs)
LAUNCHPROOF_LOAD(__ldlu)
LAUNCHPROOF_LOAD(__ldcv)
#undef LAUNCHPROOF_LOAD
#define LAUNCHPROOF_STORE(name)                                 \
  template <typename T>                                         \
  static __device__ __forceinline__ void name(T* to, T value) { \
    *to = value;                                                \
  }
LAUNCHPROOF_STORE(__stwb)
LAUNCHPROOF_STORE(__stcg)
LAUNCHPROOF_STORE(__stcs)
LAUNCHPROOF_STORE(__stwt)
#undef LAUNCHPROOF_STORE
