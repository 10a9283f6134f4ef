// Values about which nothing is known.
#pragma once

// Any value of the type.
template <typename T>
static __device__ __forceinline__ T __launchproof_any() {
  union {
    unsigned long long bits[(sizeof(T) + 7) / 8];
    T value;
  } any;
  for (int i = 0; i < (int)((sizeof(T) + 7) / 8); ++i) any.bits[i] = __launchproof_clock();
  return any.value;
}

LAUNCHPROOF_BUILTIN(void, __launchproof_texture, (), "_Z21__launchproof_texturev");
