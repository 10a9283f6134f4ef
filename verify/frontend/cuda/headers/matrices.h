// Matrices in memory that the threads of a warp load or store together.
#pragma once

#include "any_value.h"

// The part of a matrix of `lines` lines of `bytes` bytes, which lie `stride` bytes apart, that a thread of
// the warp touches: a part of a line, as 32-bit words. Which thread touches what is not defined (PTX ISA 9.0,
// section 9.7.14.3), so any partition will do.
template <unsigned lines, unsigned bytes>
struct __launchproof_matrix_part {
  static constexpr unsigned parts = 32 / lines;
  static constexpr unsigned words = bytes / parts / 4;
  static_assert(lines * parts == 32 && words * parts * 4 == bytes, "no device has matrices of this shape");
  static __device__ __forceinline__ unsigned* begin(const void* at, unsigned long long stride) {
    const unsigned lane = __launchproof_lane();
    return (unsigned*)((unsigned char*)at + (lane % lines) * stride + (lane / lines) * (bytes / parts));
  }
  static __device__ __forceinline__ void load(const void* at, unsigned long long stride) {
    const unsigned* part = begin(at, stride);
    unsigned all = 0;
    for (unsigned i = 0; i < words; ++i) all ^= part[i];
  }
  static __device__ __forceinline__ void store(void* at, unsigned long long stride) {
    unsigned* part = begin(at, stride);
    for (unsigned i = 0; i < words; ++i) part[i] = __launchproof_any<unsigned>();
  }
};
