// The vector types of CUDA C++ (programming guide, "Built-in Vector Types"), with their alignment.
#pragma once

#define LAUNCHPROOF_VECTORS(type, name, align2, align4)                                               \
  struct name##1 {                                                                                    \
    type x;                                                                                           \
  };                                                                                                  \
  struct __attribute__((aligned(align2))) name##2 {                                                   \
    type x, y;                                                                                        \
  };                                                                                                  \
  struct name##3 {                                                                                    \
    type x, y, z;                                                                                     \
  };                                                                                                  \
  struct __attribute__((aligned(align4))) name##4 {                                                   \
    type x, y, z, w;                                                                                  \
  };                                                                                                  \
  static __host__ __device__ __forceinline__ name##1 make_##name##1(type x) {                         \
    return {x};                                                                                       \
  }                                                                                                   \
  static __host__ __device__ __forceinline__ name##2 make_##name##2(type x, type y) {                 \
    return {x, y};                                                                                    \
  }                                                                                                   \
  static __host__ __device__ __forceinline__ name##3 make_##name##3(type x, type y, type z) {         \
    return {x, y, z};                                                                                 \
  }                                                                                                   \
  static __host__ __device__ __forceinline__ name##4 make_##name##4(type x, type y, type z, type w) { \
    return {x, y, z, w};                                                                              \
  }

LAUNCHPROOF_VECTORS(signed char, char, 2, 4)
LAUNCHPROOF_VECTORS(unsigned char, uchar, 2, 4)
LAUNCHPROOF_VECTORS(short, short, 4, 8)
LAUNCHPROOF_VECTORS(unsigned short, ushort, 4, 8)
LAUNCHPROOF_VECTORS(int, int, 8, 16)
LAUNCHPROOF_VECTORS(unsigned int, uint, 8, 16)
LAUNCHPROOF_VECTORS(long, long, 16, 16)
LAUNCHPROOF_VECTORS(unsigned long, ulong, 16, 16)
LAUNCHPROOF_VECTORS(long long, longlong, 16, 16)
LAUNCHPROOF_VECTORS(unsigned long long, ulonglong, 16, 16)
LAUNCHPROOF_VECTORS(float, float, 8, 16)
LAUNCHPROOF_VECTORS(double, double, 16, 16)
#undef LAUNCHPROOF_VECTORS

// Four components of 8 bytes, with the alignment in the name (since CUDA 13).
#define LAUNCHPROOF_ALIGNED_VECTOR(type, name, bytes)                                                       \
  struct __attribute__((aligned(bytes))) name##4_##bytes##a {                                               \
    type x, y, z, w;                                                                                        \
  };                                                                                                        \
  static __host__ __device__ __forceinline__ name##4_##bytes##a make_##name##4_##bytes##a(type x, type y,   \
                                                                                          type z, type w) { \
    return {x, y, z, w};                                                                                    \
  }
#define LAUNCHPROOF_ALIGNED_VECTORS(type, name) \
  LAUNCHPROOF_ALIGNED_VECTOR(type, name, 16)    \
  LAUNCHPROOF_ALIGNED_VECTOR(type, name, 32)
LAUNCHPROOF_ALIGNED_VECTORS(long, long)
LAUNCHPROOF_ALIGNED_VECTORS(unsigned long, ulong)
LAUNCHPROOF_ALIGNED_VECTORS(long long, longlong)
LAUNCHPROOF_ALIGNED_VECTORS(unsigned long long, ulonglong)
LAUNCHPROOF_ALIGNED_VECTORS(double, double)
#undef LAUNCHPROOF_ALIGNED_VECTORS
#undef LAUNCHPROOF_ALIGNED_VECTOR

struct dim3 {
  unsigned int x, y, z;
  constexpr __host__ __device__ dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
      : x(x), y(y), z(z) {}
  constexpr __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr __host__ __device__ operator uint3() const { return {x, y, z}; }
};
