// Atomic objects and references of the library libcu++, in place of its header `cuda/atomic`.
#pragma once

namespace cuda {

enum thread_scope {
  thread_scope_system = __NV_THREAD_SCOPE_SYSTEM,
  thread_scope_device = __NV_THREAD_SCOPE_DEVICE,
  thread_scope_block = __NV_THREAD_SCOPE_BLOCK,
  thread_scope_thread = __NV_THREAD_SCOPE_THREAD
};
namespace std {
enum memory_order {
  memory_order_relaxed = __NV_ATOMIC_RELAXED,
  memory_order_consume = __NV_ATOMIC_CONSUME,
  memory_order_acquire = __NV_ATOMIC_ACQUIRE,
  memory_order_release = __NV_ATOMIC_RELEASE,
  memory_order_acq_rel = __NV_ATOMIC_ACQ_REL,
  memory_order_seq_cst = __NV_ATOMIC_SEQ_CST
};
}  // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

// The memory order of a failed comparison.
LAUNCHPROOF_FUNCTION constexpr int __launchproof_failure(int order) {
  return order == __NV_ATOMIC_ACQ_REL ? __NV_ATOMIC_ACQUIRE
                                      : (order == __NV_ATOMIC_RELEASE ? __NV_ATOMIC_RELAXED : order);
}

LAUNCHPROOF_BUILTIN(void, __launchproof_atomic_wait, (),
                    "launchproof.unsupported: a wait until another thread changes an atomic object");

#define LAUNCHPROOF_FETCH(name)                                                                         \
  __device__ __forceinline__ T fetch_##name(T value, memory_order order = memory_order_seq_cst) const { \
    return __nv_atomic_fetch_##name(__launchproof_at(), value, order, Scope);                           \
  }
#define LAUNCHPROOF_MEMBERS                                                                                  \
  __device__ __forceinline__ T load(memory_order order = memory_order_seq_cst) const {                       \
    return __nv_atomic_load_n(__launchproof_at(), order, Scope);                                             \
  }                                                                                                          \
  __device__ __forceinline__ void store(T value, memory_order order = memory_order_seq_cst) const {          \
    __nv_atomic_store_n(__launchproof_at(), value, order, Scope);                                            \
  }                                                                                                          \
  __device__ __forceinline__ T exchange(T value, memory_order order = memory_order_seq_cst) const {          \
    return __nv_atomic_exchange_n(__launchproof_at(), value, order, Scope);                                  \
  }                                                                                                          \
  __device__ __forceinline__ bool compare_exchange_strong(T& wanted, T value,                                \
                                                          memory_order order = memory_order_seq_cst) const { \
    return __nv_atomic_compare_exchange_n(__launchproof_at(), &wanted, value, false, order,                  \
                                          __launchproof_failure(order), Scope);                              \
  }                                                                                                          \
  __device__ __forceinline__ bool compare_exchange_strong(T& wanted, T value, memory_order success,          \
                                                          memory_order failure) const {                      \
    return __nv_atomic_compare_exchange_n(__launchproof_at(), &wanted, value, false, success, failure,       \
                                          Scope);                                                            \
  }                                                                                                          \
  /* Devices have one instruction for both, which fails for another value alone. */                          \
  __device__ __forceinline__ bool compare_exchange_weak(T& wanted, T value,                                  \
                                                        memory_order order = memory_order_seq_cst) const {   \
    return compare_exchange_strong(wanted, value, order);                                                    \
  }                                                                                                          \
  __device__ __forceinline__ bool compare_exchange_weak(T& wanted, T value, memory_order success,            \
                                                        memory_order failure) const {                        \
    return compare_exchange_strong(wanted, value, success, failure);                                         \
  }                                                                                                          \
  __device__ __forceinline__ void wait(T, memory_order = memory_order_seq_cst) const {                       \
    __launchproof_atomic_wait();                                                                             \
  }                                                                                                          \
  __device__ __forceinline__ void notify_one() const {}                                                      \
  __device__ __forceinline__ void notify_all() const {}                                                      \
  LAUNCHPROOF_FETCH(add)                                                                                     \
  LAUNCHPROOF_FETCH(sub)                                                                                     \
  LAUNCHPROOF_FETCH(and)                                                                                     \
  LAUNCHPROOF_FETCH(or)                                                                                      \
  LAUNCHPROOF_FETCH(xor)                                                                                     \
  LAUNCHPROOF_FETCH(min)                                                                                     \
  LAUNCHPROOF_FETCH(max)                                                                                     \
  __device__ __forceinline__ operator T() const {                                                            \
    return load();                                                                                           \
  }                                                                                                          \
  __device__ __forceinline__ T operator=(T value) const {                                                    \
    store(value);                                                                                            \
    return value;                                                                                            \
  }                                                                                                          \
  __device__ __forceinline__ T operator++(int) const {                                                       \
    return fetch_add(1);                                                                                     \
  }                                                                                                          \
  __device__ __forceinline__ T operator++() const {                                                          \
    return fetch_add(1) + 1;                                                                                 \
  }                                                                                                          \
  __device__ __forceinline__ T operator--(int) const {                                                       \
    return fetch_sub(1);                                                                                     \
  }                                                                                                          \
  __device__ __forceinline__ T operator--() const {                                                          \
    return fetch_sub(1) - 1;                                                                                 \
  }                                                                                                          \
  __device__ __forceinline__ T operator+=(T value) const {                                                   \
    return fetch_add(value) + value;                                                                         \
  }                                                                                                          \
  __device__ __forceinline__ T operator-=(T value) const {                                                   \
    return fetch_sub(value) - value;                                                                         \
  }                                                                                                          \
  __device__ __forceinline__ T operator&=(T value) const {                                                   \
    return fetch_and(value) & value;                                                                         \
  }                                                                                                          \
  __device__ __forceinline__ T operator|=(T value) const {                                                   \
    return fetch_or(value) | value;                                                                          \
  }                                                                                                          \
  __device__ __forceinline__ T operator^=(T value) const {                                                   \
    return fetch_xor(value) ^ value;                                                                         \
  }

template <typename T, thread_scope Scope = thread_scope_system>
class atomic {
 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : __launchproof_value(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  LAUNCHPROOF_MEMBERS
  // Closer than the conversion of the value to an object.
  __device__ __forceinline__ T operator=(T value) {
    store(value);
    return value;
  }

 private:
  __device__ __forceinline__ T* __launchproof_at() const { return const_cast<T*>(&__launchproof_value); }
  T __launchproof_value;
};

template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref {
 public:
  __host__ __device__ explicit atomic_ref(T& object) : __launchproof_object(&object) {}
  LAUNCHPROOF_MEMBERS

 private:
  __device__ __forceinline__ T* __launchproof_at() const { return __launchproof_object; }
  T* __launchproof_object;
};
#undef LAUNCHPROOF_MEMBERS
#undef LAUNCHPROOF_FETCH

namespace std {
template <typename T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <typename T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
}  // namespace std

LAUNCHPROOF_FUNCTION void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  __launchproof_ordered_fence(3, __launchproof_order(order), __launchproof_scope(scope));
}

}  // namespace cuda
