// Functions of the warp (programming guide, "Warp Vote Functions" to "Warp Shuffle Functions"). Those with a
// mask wait for the threads that it names.
#pragma once

LAUNCHPROOF_BUILTIN(void, __launchproof_warp_mask, (unsigned), "_Z23__launchproof_warp_maskj");
LAUNCHPROOF_MEETING(void, __launchproof_warp_barrier, (unsigned), "_Z17sub_group_barrierj");
LAUNCHPROOF_MEETING(unsigned, __launchproof_matching, (unsigned long long),
                    "_Z28__launchproof_matching_lanesm");
LAUNCHPROOF_BUILTIN(unsigned, __launchproof_lane, (), "_Z22get_sub_group_local_idv");
LAUNCHPROOF_MEETING(int, __launchproof_warp_all, (int), "_Z13sub_group_alli");
LAUNCHPROOF_MEETING(int, __launchproof_warp_any, (int), "_Z13sub_group_anyi");
LAUNCHPROOF_MEETING(__launchproof_uint4, __launchproof_ballot, (int), "_Z16sub_group_balloti");
LAUNCHPROOF_MEETING(__launchproof_uint4, __launchproof_warp_ballot, (int), "_Z25__launchproof_warp_balloti");
LAUNCHPROOF_MEETING(int, __launchproof_present_all, (int), "_Z25sub_group_non_uniform_alli");
LAUNCHPROOF_MEETING(int, __launchproof_present_any, (int), "_Z25sub_group_non_uniform_anyi");

// All threads of the warp must reach this.
LAUNCHPROOF_FUNCTION void __launchproof_meet(unsigned mask) {
  __launchproof_warp_mask(mask);
  __launchproof_warp_all(1);
}

template <int = 0>
static __device__ __forceinline__ void __syncwarp(unsigned mask = 0xffffffffu) {
  __launchproof_warp_mask(mask);
  __launchproof_warp_barrier(3);
}

LAUNCHPROOF_FUNCTION int __all_sync(unsigned mask, int predicate) {
  __launchproof_warp_mask(mask);
  return __launchproof_warp_all(predicate != 0) != 0;
}
LAUNCHPROOF_FUNCTION int __any_sync(unsigned mask, int predicate) {
  __launchproof_warp_mask(mask);
  return __launchproof_warp_any(predicate != 0) != 0;
}
LAUNCHPROOF_FUNCTION int __uni_sync(unsigned mask, int predicate) {
  __launchproof_warp_mask(mask);
  const int all = __launchproof_warp_all(predicate != 0);
  const int any = __launchproof_warp_any(predicate != 0);
  return (all != 0) == (any != 0);
}
LAUNCHPROOF_FUNCTION unsigned __ballot_sync(unsigned mask, int predicate) {
  __launchproof_meet(mask);
  return __launchproof_warp_ballot(predicate != 0).x & mask;
}
// Which threads come together without a mask is for the device to say.
#ifdef LAUNCHPROOF_FOR_EXECUTION
LAUNCHPROOF_FUNCTION unsigned __activemask() {
  return __launchproof_ballot(1).x;
}
#else
LAUNCHPROOF_MEETING(unsigned, __launchproof_present_ballot, (int), "_Z28__launchproof_present_balloti");
LAUNCHPROOF_FUNCTION unsigned __activemask() {
  return __launchproof_present_ballot(1);
}
#endif
LAUNCHPROOF_FUNCTION int __all(int predicate) {
  return __launchproof_present_all(predicate != 0) != 0;
}
LAUNCHPROOF_FUNCTION int __any(int predicate) {
  return __launchproof_present_any(predicate != 0) != 0;
}
LAUNCHPROOF_FUNCTION unsigned __ballot(int predicate) {
  return __launchproof_ballot(predicate != 0).x;
}

#define LAUNCHPROOF_EXCHANGE(type, letter)                                                                \
  LAUNCHPROOF_MEETING(type, __launchproof_shuffle, (type, unsigned), "_Z17sub_group_shuffle" letter "j"); \
  LAUNCHPROOF_MEETING(type, __launchproof_warp_shuffle, (type, unsigned),                                 \
                      "_Z26__launchproof_warp_shuffle" letter "j");
LAUNCHPROOF_EXCHANGE(int, "i")
LAUNCHPROOF_EXCHANGE(unsigned int, "j")
LAUNCHPROOF_EXCHANGE(long long, "l")
LAUNCHPROOF_EXCHANGE(unsigned long long, "m")
LAUNCHPROOF_EXCHANGE(float, "f")
LAUNCHPROOF_EXCHANGE(double, "d")
#undef LAUNCHPROOF_EXCHANGE
LAUNCHPROOF_FUNCTION long __launchproof_shuffle(long value, unsigned lane) {
  return (long)__launchproof_shuffle((long long)value, lane);
}
LAUNCHPROOF_FUNCTION unsigned long __launchproof_shuffle(unsigned long value, unsigned lane) {
  return (unsigned long)__launchproof_shuffle((unsigned long long)value, lane);
}

LAUNCHPROOF_FUNCTION long __launchproof_warp_shuffle(long value, unsigned lane) {
  return (long)__launchproof_warp_shuffle((long long)value, lane);
}
LAUNCHPROOF_FUNCTION unsigned long __launchproof_warp_shuffle(unsigned long value, unsigned lane) {
  return (unsigned long)__launchproof_warp_shuffle((unsigned long long)value, lane);
}

// The lane that a shuffle reads: its own where the other one is in another segment of `width` lanes.
LAUNCHPROOF_FUNCTION unsigned __launchproof_source(unsigned lane, int source, int width) {
  const unsigned within = (unsigned)width - 1;
  return (lane & ~within) | ((unsigned)source & within);
}
LAUNCHPROOF_FUNCTION unsigned __launchproof_source_up(unsigned lane, unsigned delta, int width) {
  const unsigned within = (unsigned)width - 1;
  return (lane & within) < delta ? lane : lane - delta;
}
LAUNCHPROOF_FUNCTION unsigned __launchproof_source_down(unsigned lane, unsigned delta, int width) {
  const unsigned within = (unsigned)width - 1;
  return (lane & within) + delta > within ? lane : lane + delta;
}
LAUNCHPROOF_FUNCTION unsigned __launchproof_source_xor(unsigned lane, int bits, int width) {
  const unsigned within = (unsigned)width - 1;
  const unsigned source = lane ^ (unsigned)bits;
  return (source & ~within) > (lane & ~within) ? lane : source;
}

#define LAUNCHPROOF_SHUFFLE(type)                                                                            \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_sync(unsigned mask, type value, int source,                  \
                                                     int width = 32) {                                       \
    __launchproof_meet(mask);                                                                                \
    return __launchproof_warp_shuffle(value, __launchproof_source(__launchproof_lane(), source, width));     \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_up_sync(unsigned mask, type value, unsigned delta,           \
                                                        int width = 32) {                                    \
    __launchproof_meet(mask);                                                                                \
    return __launchproof_warp_shuffle(value, __launchproof_source_up(__launchproof_lane(), delta, width));   \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_down_sync(unsigned mask, type value, unsigned delta,         \
                                                          int width = 32) {                                  \
    __launchproof_meet(mask);                                                                                \
    return __launchproof_warp_shuffle(value, __launchproof_source_down(__launchproof_lane(), delta, width)); \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_xor_sync(unsigned mask, type value, int bits,                \
                                                         int width = 32) {                                   \
    __launchproof_meet(mask);                                                                                \
    return __launchproof_warp_shuffle(value, __launchproof_source_xor(__launchproof_lane(), bits, width));   \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl(type value, int source, int width = 32) {                    \
    return __launchproof_shuffle(value, __launchproof_source(__launchproof_lane(), source, width));          \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_up(type value, unsigned delta, int width = 32) {             \
    return __launchproof_shuffle(value, __launchproof_source_up(__launchproof_lane(), delta, width));        \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_down(type value, unsigned delta, int width = 32) {           \
    return __launchproof_shuffle(value, __launchproof_source_down(__launchproof_lane(), delta, width));      \
  }                                                                                                          \
  template <int = 0>                                                                                         \
  static __device__ __forceinline__ type __shfl_xor(type value, int bits, int width = 32) {                  \
    return __launchproof_shuffle(value, __launchproof_source_xor(__launchproof_lane(), bits, width));        \
  }
LAUNCHPROOF_SHUFFLE(int)
LAUNCHPROOF_SHUFFLE(unsigned int)
LAUNCHPROOF_SHUFFLE(long)
LAUNCHPROOF_SHUFFLE(unsigned long)
LAUNCHPROOF_SHUFFLE(long long)
LAUNCHPROOF_SHUFFLE(unsigned long long)
LAUNCHPROOF_SHUFFLE(float)
LAUNCHPROOF_SHUFFLE(double)
#undef LAUNCHPROOF_SHUFFLE

#define LAUNCHPROOF_REDUCTION(name, type, opencl, mangled)            \
  LAUNCHPROOF_MEETING(type, __launchproof_##opencl, (type), mangled); \
  LAUNCHPROOF_FUNCTION type name(unsigned mask, type value) {         \
    __launchproof_warp_mask(mask);                                    \
    return __launchproof_##opencl(value);                             \
  }
LAUNCHPROOF_REDUCTION(__reduce_add_sync, int, warp_sum, "_Z20sub_group_reduce_addi")
LAUNCHPROOF_REDUCTION(__reduce_add_sync, unsigned int, warp_sum, "_Z20sub_group_reduce_addj")
LAUNCHPROOF_REDUCTION(__reduce_min_sync, int, warp_least, "_Z20sub_group_reduce_mini")
LAUNCHPROOF_REDUCTION(__reduce_min_sync, unsigned int, warp_least, "_Z20sub_group_reduce_minj")
LAUNCHPROOF_REDUCTION(__reduce_max_sync, int, warp_most, "_Z20sub_group_reduce_maxi")
LAUNCHPROOF_REDUCTION(__reduce_max_sync, unsigned int, warp_most, "_Z20sub_group_reduce_maxj")
#undef LAUNCHPROOF_REDUCTION
#define LAUNCHPROOF_REDUCTION(name, opencl, mangled)                          \
  LAUNCHPROOF_MEETING(unsigned, __launchproof_##opencl, (unsigned), mangled); \
  LAUNCHPROOF_FUNCTION unsigned name(unsigned mask, unsigned value) {         \
    __launchproof_meet(mask);                                                 \
    return __launchproof_##opencl(value);                                     \
  }
LAUNCHPROOF_REDUCTION(__reduce_and_sync, warp_and, "_Z32sub_group_non_uniform_reduce_andj")
LAUNCHPROOF_REDUCTION(__reduce_or_sync, warp_or, "_Z31sub_group_non_uniform_reduce_orj")
LAUNCHPROOF_REDUCTION(__reduce_xor_sync, warp_xor, "_Z32sub_group_non_uniform_reduce_xorj")
#undef LAUNCHPROOF_REDUCTION

// Values match where their bits do.
template <typename T>
static __device__ __forceinline__ unsigned long long __launchproof_match_bits(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a value to match has 4 or 8 bytes");
  if constexpr (sizeof(T) == 4)
    return __builtin_bit_cast(unsigned, value);
  else
    return __builtin_bit_cast(unsigned long long, value);
}

#ifdef LAUNCHPROOF_FOR_EXECUTION
// Returns the lanes of the mask that hold the same value.
LAUNCHPROOF_MEETING(unsigned, __launchproof_warp_match, (unsigned long long),
                    "_Z24__launchproof_warp_matchm");
template <typename T>
static __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, T value) {
  __launchproof_meet(mask);
  return __launchproof_warp_match(__launchproof_match_bits(value)) & mask;
}
template <typename T>
static __device__ __forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  const unsigned same = __match_any_sync(mask, value);
  *predicate = __all_sync(mask, same == mask);
  return *predicate ? mask : 0;
}
#else
// Returns the lanes that hold the same value: an arbitrary mask that includes the own lane.
template <typename T>
static __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, T value) {
  __launchproof_meet(mask);
  return __launchproof_matching(__launchproof_match_bits(value)) | (1u << __launchproof_lane());
}
template <typename T>
static __device__ __forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  __launchproof_meet(mask);
  const int all = __launchproof_warp_any((int)__launchproof_clock()) != 0;
  *predicate = all;
  return all != 0 ? mask : 0;
}
#endif

LAUNCHPROOF_FUNCTION unsigned __launchproof_lanemask_lt() {
  return (1u << __launchproof_lane()) - 1;
}
