// Operations that programs made of PTX with video instructions are written with (verify/frontend/ptx).
#pragma once

// Returns the nearest number that an integer with this many bits holds.
template <bool is_signed, unsigned bits>
static __device__ __forceinline__ long long ptx_clamp(long long value) {
  constexpr long long most = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
  constexpr long long least = is_signed ? -most - 1 : 0;
  return value < least ? least : (value > most ? most : value);
}
