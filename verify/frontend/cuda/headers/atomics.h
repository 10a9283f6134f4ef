// Atomic functions (programming guide, "Atomic Functions"): relaxed, of the device unless the name says
// otherwise.
#pragma once

// memory_order_relaxed, and the numbers of memory_scope in OpenCL C.
#define LAUNCHPROOF_ATOMIC(type, letter, cuda, opencl, length)                        \
  LAUNCHPROOF_BUILTIN(type, __launchproof_##opencl, (volatile type*, type, int, int), \
                      "_Z" length "atomic_" #opencl "_explicitPV" letter letter       \
                      "12memory_order12memory_scope");                                \
  LAUNCHPROOF_FUNCTION type cuda(type* at, type value) {                              \
    return __launchproof_##opencl(at, value, 0, 2);                                   \
  }                                                                                   \
  LAUNCHPROOF_FUNCTION type cuda##_block(type* at, type value) {                      \
    return __launchproof_##opencl(at, value, 0, 1);                                   \
  }                                                                                   \
  LAUNCHPROOF_FUNCTION type cuda##_system(type* at, type value) {                     \
    return __launchproof_##opencl(at, value, 0, 3);                                   \
  }
#define LAUNCHPROOF_ATOMIC_BITS(type, letter)                  \
  LAUNCHPROOF_ATOMIC(type, letter, atomicMin, fetch_min, "25") \
  LAUNCHPROOF_ATOMIC(type, letter, atomicMax, fetch_max, "25") \
  LAUNCHPROOF_ATOMIC(type, letter, atomicAnd, fetch_and, "25") \
  LAUNCHPROOF_ATOMIC(type, letter, atomicOr, fetch_or, "24")   \
  LAUNCHPROOF_ATOMIC(type, letter, atomicXor, fetch_xor, "25")
#define LAUNCHPROOF_ATOMIC_SUM(type, letter)                   \
  LAUNCHPROOF_ATOMIC(type, letter, atomicAdd, fetch_add, "25") \
  LAUNCHPROOF_ATOMIC(type, letter, atomicExch, exchange, "24")
LAUNCHPROOF_ATOMIC_SUM(int, "i")
LAUNCHPROOF_ATOMIC_SUM(unsigned int, "j")
LAUNCHPROOF_ATOMIC_SUM(unsigned long long, "m")
LAUNCHPROOF_ATOMIC_SUM(float, "f")
LAUNCHPROOF_ATOMIC_SUM(double, "d")
LAUNCHPROOF_ATOMIC(int, "i", atomicSub, fetch_sub, "25")
LAUNCHPROOF_ATOMIC(unsigned int, "j", atomicSub, fetch_sub, "25")
LAUNCHPROOF_ATOMIC_BITS(int, "i")
LAUNCHPROOF_ATOMIC_BITS(unsigned int, "j")
LAUNCHPROOF_ATOMIC_BITS(long long, "l")
LAUNCHPROOF_ATOMIC_BITS(unsigned long long, "m")
#undef LAUNCHPROOF_ATOMIC
#undef LAUNCHPROOF_ATOMIC_BITS
#undef LAUNCHPROOF_ATOMIC_SUM

// Returns the previous value in memory.
#define LAUNCHPROOF_COMPARE_EXCHANGE(type, letter)                                                        \
  LAUNCHPROOF_BUILTIN(bool, __launchproof_compare_exchange, (volatile type*, type*, type, int, int, int), \
                      "_Z39atomic_compare_exchange_strong_explicitPV" letter "P" letter letter            \
                      "12memory_orderS1_12memory_scope");                                                 \
  LAUNCHPROOF_FUNCTION type __launchproof_compare(type* at, type wanted, type value, int scope) {         \
    __launchproof_compare_exchange(at, &wanted, value, 0, 0, scope);                                      \
    return wanted;                                                                                        \
  }
LAUNCHPROOF_COMPARE_EXCHANGE(int, "i")
LAUNCHPROOF_COMPARE_EXCHANGE(unsigned int, "j")
LAUNCHPROOF_COMPARE_EXCHANGE(unsigned long long, "m")
LAUNCHPROOF_COMPARE_EXCHANGE(unsigned short, "t")
#undef LAUNCHPROOF_COMPARE_EXCHANGE

#define LAUNCHPROOF_COMPARE(type, letter)                                         \
  LAUNCHPROOF_BUILTIN(type, __launchproof_cmpxchg, (volatile type*, type, type),  \
                      "_Z14atomic_cmpxchgPV" letter letter letter);               \
  LAUNCHPROOF_FUNCTION type atomicCAS(type* at, type wanted, type value) {        \
    return __launchproof_cmpxchg(at, wanted, value);                              \
  }                                                                               \
  LAUNCHPROOF_FUNCTION type atomicCAS_block(type* at, type wanted, type value) {  \
    return __launchproof_compare(at, wanted, value, 1);                           \
  }                                                                               \
  LAUNCHPROOF_FUNCTION type atomicCAS_system(type* at, type wanted, type value) { \
    return __launchproof_cmpxchg(at, wanted, value);                              \
  }
LAUNCHPROOF_COMPARE(int, "i")
LAUNCHPROOF_COMPARE(unsigned int, "j")
LAUNCHPROOF_COMPARE(unsigned long long, "m")
LAUNCHPROOF_COMPARE(unsigned short, "t")
#undef LAUNCHPROOF_COMPARE

// Count up to a limit and start again; likewise for counting down.
LAUNCHPROOF_BUILTIN(unsigned, __launchproof_atomic_up, (volatile unsigned*, unsigned),
                    "_Z16atomic_inc_limitPVjj");
LAUNCHPROOF_BUILTIN(unsigned, __launchproof_atomic_down, (volatile unsigned*, unsigned),
                    "_Z16atomic_dec_limitPVjj");
LAUNCHPROOF_FUNCTION unsigned atomicInc(unsigned* at, unsigned limit) {
  return __launchproof_atomic_up(at, limit);
}
LAUNCHPROOF_FUNCTION unsigned atomicDec(unsigned* at, unsigned limit) {
  return __launchproof_atomic_down(at, limit);
}
LAUNCHPROOF_FUNCTION unsigned atomicInc_system(unsigned* at, unsigned limit) {
  return __launchproof_atomic_up(at, limit);
}
LAUNCHPROOF_FUNCTION unsigned atomicDec_system(unsigned* at, unsigned limit) {
  return __launchproof_atomic_down(at, limit);
}
// Without a body.
__device__ unsigned atomicInc_block(unsigned*, unsigned);
__device__ unsigned atomicDec_block(unsigned*, unsigned);

// Each component is updated separately (compute capability 9.0).
#define LAUNCHPROOF_ATOMIC_PAIR(scope)                                             \
  LAUNCHPROOF_FUNCTION float2 atomicAdd##scope(float2* at, float2 value) {         \
    return {atomicAdd##scope(&at->x, value.x), atomicAdd##scope(&at->y, value.y)}; \
  }                                                                                \
  LAUNCHPROOF_FUNCTION float4 atomicAdd##scope(float4* at, float4 value) {         \
    return {atomicAdd##scope(&at->x, value.x), atomicAdd##scope(&at->y, value.y),  \
            atomicAdd##scope(&at->z, value.z), atomicAdd##scope(&at->w, value.w)}; \
  }
LAUNCHPROOF_ATOMIC_PAIR()
LAUNCHPROOF_ATOMIC_PAIR(_block)
LAUNCHPROOF_ATOMIC_PAIR(_system)
#undef LAUNCHPROOF_ATOMIC_PAIR
