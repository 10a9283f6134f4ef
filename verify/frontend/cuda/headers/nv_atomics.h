// Atomic functions that take a memory order and a scope (programming guide, "Built-in Atomic Functions").
#pragma once

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

// Returns the scope as OpenCL C numbers it. A cluster counts as its blocks alone.
LAUNCHPROOF_FUNCTION constexpr int __launchproof_scope(int scope) {
  return scope <= 1 ? scope : (scope == 2 ? 1 : scope - 1);
}
// A consuming read counts as an acquiring read.
LAUNCHPROOF_FUNCTION constexpr int __launchproof_order(int order) {
  return order == 1 ? 2 : order;
}

#define LAUNCHPROOF_NV_TYPE(T, letter, carrier)                                                 \
  LAUNCHPROOF_BUILTIN(carrier, __launchproof_atomic_load, (const volatile carrier*, int, int),  \
                      "_Z20atomic_load_explicitPVK" letter "12memory_order12memory_scope");     \
  LAUNCHPROOF_BUILTIN(void, __launchproof_atomic_store, (volatile carrier*, carrier, int, int), \
                      "_Z21atomic_store_explicitPV" letter letter "12memory_order12memory_scope");
LAUNCHPROOF_NV_TYPE(int, "i", int)
LAUNCHPROOF_NV_TYPE(unsigned, "j", unsigned)
LAUNCHPROOF_NV_TYPE(long long, "l", long long)
LAUNCHPROOF_NV_TYPE(unsigned long long, "m", unsigned long long)
LAUNCHPROOF_NV_TYPE(float, "f", float)
LAUNCHPROOF_NV_TYPE(double, "d", double)
#undef LAUNCHPROOF_NV_TYPE

// The type whose built-in functions handle a value of type T.
template <typename T, unsigned size = sizeof(T), bool integer = __is_integral(T),
          bool has_sign = __is_signed(T)>
struct __launchproof_carrier;
template <typename T>
struct __launchproof_carrier<T, 4, true, true> {
  typedef int type;
};
template <typename T>
struct __launchproof_carrier<T, 4, true, false> {
  typedef unsigned type;
};
template <typename T>
struct __launchproof_carrier<T, 4, false, false> {
  typedef unsigned type;
};
template <typename T>
struct __launchproof_carrier<T, 8, true, true> {
  typedef long long type;
};
template <typename T>
struct __launchproof_carrier<T, 8, true, false> {
  typedef unsigned long long type;
};
template <typename T>
struct __launchproof_carrier<T, 8, false, false> {
  typedef unsigned long long type;
};
template <>
struct __launchproof_carrier<float> {
  typedef float type;
};
template <>
struct __launchproof_carrier<double> {
  typedef double type;
};
template <unsigned size>
struct __launchproof_bits;
template <>
struct __launchproof_bits<4> {
  typedef unsigned type;
};
template <>
struct __launchproof_bits<8> {
  typedef unsigned long long type;
};
template <typename T>
struct __launchproof_same {
  typedef T type;
};
#define LAUNCHPROOF_CARRIER(T) typename __launchproof_carrier<T>::type
#define LAUNCHPROOF_SAME(T) typename __launchproof_same<T>::type
#define LAUNCHPROOF_HOW __launchproof_order(order), __launchproof_scope(scope)
#define LAUNCHPROOF_NV(result) \
  template <typename T>        \
  static __device__ __forceinline__ result

LAUNCHPROOF_BUILTIN(long long, __launchproof_exchange, (volatile long long*, long long, int, int),
                    "_Z24atomic_exchange_explicitPVll12memory_order12memory_scope");
LAUNCHPROOF_BUILTIN(long long, __launchproof_fetch_add, (volatile long long*, long long, int, int),
                    "_Z25atomic_fetch_add_explicitPVll12memory_order12memory_scope");
LAUNCHPROOF_BUILTIN(bool, __launchproof_compare_exchange,
                    (volatile long long*, long long*, long long, int, int, int),
                    "_Z39atomic_compare_exchange_strong_explicitPVlPll12memory_orderS1_12memory_scope");

LAUNCHPROOF_NV(T) __nv_atomic_load_n(const T* at, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef LAUNCHPROOF_CARRIER(T) C;
  return __builtin_bit_cast(T, __launchproof_atomic_load((const volatile C*)at, LAUNCHPROOF_HOW));
}
LAUNCHPROOF_NV(void) __nv_atomic_load(const T* at, T* to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *to = __nv_atomic_load_n(at, order, scope);
}
LAUNCHPROOF_NV(void)
__nv_atomic_store_n(T* at, LAUNCHPROOF_SAME(T) value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef LAUNCHPROOF_CARRIER(T) C;
  __launchproof_atomic_store((volatile C*)at, __builtin_bit_cast(C, value), LAUNCHPROOF_HOW);
}
LAUNCHPROOF_NV(void) __nv_atomic_store(T* at, T* value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(at, *value, order, scope);
}
LAUNCHPROOF_NV(T)
__nv_atomic_exchange_n(T* at, LAUNCHPROOF_SAME(T) value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef LAUNCHPROOF_CARRIER(T) C;
  return __builtin_bit_cast(
      T, __launchproof_exchange((volatile C*)at, __builtin_bit_cast(C, value), LAUNCHPROOF_HOW));
}
LAUNCHPROOF_NV(void)
__nv_atomic_exchange(T* at, T* value, T* old, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *old = __nv_atomic_exchange_n(at, *value, order, scope);
}
LAUNCHPROOF_NV(bool)
__nv_atomic_compare_exchange_n(T* at, T* wanted, LAUNCHPROOF_SAME(T) value, bool, int success, int failure,
                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "of this size there is no comparison");
  typedef typename __launchproof_bits<sizeof(T)>::type C;
  C before = __builtin_bit_cast(C, *wanted);
  const bool equal = __launchproof_compare_exchange((volatile C*)at, &before, __builtin_bit_cast(C, value),
                                                    __launchproof_order(success),
                                                    __launchproof_order(failure), __launchproof_scope(scope));
  *wanted = __builtin_bit_cast(T, before);
  return equal;
}
LAUNCHPROOF_NV(bool)
__nv_atomic_compare_exchange(T* at, T* wanted, T* value, bool weak, int success, int failure,
                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(at, wanted, *value, weak, success, failure, scope);
}
#define LAUNCHPROOF_NV_FETCH(name, builtin, operand)                                                        \
  LAUNCHPROOF_NV(T)                                                                                         \
  __nv_atomic_fetch_##name(T* at, LAUNCHPROOF_SAME(T) value, int order,                                     \
                           int scope = __NV_THREAD_SCOPE_SYSTEM) {                                          \
    typedef LAUNCHPROOF_CARRIER(T) C;                                                                       \
    return __builtin_bit_cast(                                                                              \
        T, __launchproof_##builtin((volatile C*)at, __builtin_bit_cast(C, (T)(operand)), LAUNCHPROOF_HOW)); \
  }                                                                                                         \
  LAUNCHPROOF_NV(void)                                                                                      \
  __nv_atomic_##name(T* at, LAUNCHPROOF_SAME(T) value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {   \
    __nv_atomic_fetch_##name(at, value, order, scope);                                                      \
  }
LAUNCHPROOF_NV_FETCH(add, fetch_add, value)
LAUNCHPROOF_NV_FETCH(sub, fetch_add, -value)
LAUNCHPROOF_NV_FETCH(and, fetch_and, value)
LAUNCHPROOF_NV_FETCH(or, fetch_or, value)
LAUNCHPROOF_NV_FETCH(xor, fetch_xor, value)
LAUNCHPROOF_NV_FETCH(min, fetch_min, value)
LAUNCHPROOF_NV_FETCH(max, fetch_max, value)
#undef LAUNCHPROOF_NV_FETCH
#undef LAUNCHPROOF_NV
#undef LAUNCHPROOF_HOW

LAUNCHPROOF_FUNCTION void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __launchproof_ordered_fence(3, __launchproof_order(order), __launchproof_scope(scope));
}
