// Accesses to surfaces, by their width in bytes. A surface is memory of its own kind: x counts bytes, y rows
// and z slices or layers. The front end finds the parameter of the kernel that names the surface.
#pragma once

// The form of a surface: the number of its coordinates, plus 8 if the last one is a layer.
enum { LAUNCHPROOF_LAYERED = 8 };
// What happens outside of the surface, as cudaSurfaceBoundaryMode numbers it.
enum { LAUNCHPROOF_OUTSIDE_IS_ZERO, LAUNCHPROOF_OUTSIDE_CLAMPS, LAUNCHPROOF_OUTSIDE_TRAPS };

typedef unsigned __launchproof_uint2 __attribute__((ext_vector_type(2)));

// Handle, form, what happens outside, x, y, z.
LAUNCHPROOF_BUILTIN(unsigned char, __launchproof_surface_read1, (unsigned long long, int, int, int, int, int),
                    "_Z27__launchproof_surface_read1yiiiii");
LAUNCHPROOF_BUILTIN(unsigned short, __launchproof_surface_read2,
                    (unsigned long long, int, int, int, int, int), "_Z27__launchproof_surface_read2yiiiii");
LAUNCHPROOF_BUILTIN(unsigned, __launchproof_surface_read4, (unsigned long long, int, int, int, int, int),
                    "_Z27__launchproof_surface_read4yiiiii");
LAUNCHPROOF_BUILTIN(__launchproof_uint2, __launchproof_surface_read8,
                    (unsigned long long, int, int, int, int, int), "_Z27__launchproof_surface_read8yiiiii");
LAUNCHPROOF_BUILTIN(__launchproof_uint4, __launchproof_surface_read16,
                    (unsigned long long, int, int, int, int, int), "_Z28__launchproof_surface_read16yiiiii");
// The same, and what is written.
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_write1,
                    (unsigned long long, int, int, int, int, int, unsigned char),
                    "_Z28__launchproof_surface_write1yiiiiih");
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_write2,
                    (unsigned long long, int, int, int, int, int, unsigned short),
                    "_Z28__launchproof_surface_write2yiiiiit");
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_write4,
                    (unsigned long long, int, int, int, int, int, unsigned),
                    "_Z28__launchproof_surface_write4yiiiiij");
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_write8,
                    (unsigned long long, int, int, int, int, int, __launchproof_uint2),
                    "_Z28__launchproof_surface_write8yiiiiiDv2_j");
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_write16,
                    (unsigned long long, int, int, int, int, int, __launchproof_uint4),
                    "_Z29__launchproof_surface_write16yiiiiiDv4_j");
// The same, the operand of an atomic operation on an integer, and which one.
enum {
  LAUNCHPROOF_REDUCE_ADD,
  LAUNCHPROOF_REDUCE_UMIN,
  LAUNCHPROOF_REDUCE_UMAX,
  LAUNCHPROOF_REDUCE_SMIN,
  LAUNCHPROOF_REDUCE_SMAX,
  LAUNCHPROOF_REDUCE_AND,
  LAUNCHPROOF_REDUCE_OR
};
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_reduce4,
                    (unsigned long long, int, int, int, int, int, unsigned, int),
                    "_Z29__launchproof_surface_reduce4yiiiiiji");
LAUNCHPROOF_BUILTIN(void, __launchproof_surface_reduce8,
                    (unsigned long long, int, int, int, int, int, unsigned long long, int),
                    "_Z29__launchproof_surface_reduce8yiiiiiyi");

template <int bytes>
struct __launchproof_surface_access;
#define LAUNCHPROOF_SURFACE_ACCESS(bytes, bits)                                                           \
  template <>                                                                                             \
  struct __launchproof_surface_access<bytes> {                                                            \
    typedef bits type;                                                                                    \
    static __device__ __forceinline__ bits read(unsigned long long handle, int form, int outside, int x,  \
                                                int y, int z) {                                           \
      return __launchproof_surface_read##bytes(handle, form, outside, x, y, z);                           \
    }                                                                                                     \
    static __device__ __forceinline__ void write(unsigned long long handle, int form, int outside, int x, \
                                                 int y, int z, bits value) {                              \
      __launchproof_surface_write##bytes(handle, form, outside, x, y, z, value);                          \
    }                                                                                                     \
  };
LAUNCHPROOF_SURFACE_ACCESS(1, unsigned char)
LAUNCHPROOF_SURFACE_ACCESS(2, unsigned short)
LAUNCHPROOF_SURFACE_ACCESS(4, unsigned)
LAUNCHPROOF_SURFACE_ACCESS(8, __launchproof_uint2)
LAUNCHPROOF_SURFACE_ACCESS(16, __launchproof_uint4)
#undef LAUNCHPROOF_SURFACE_ACCESS

template <typename T>
static __device__ __forceinline__ T __launchproof_read_surface(unsigned long long handle, int form,
                                                               int outside, int x, int y, int z) {
  typedef __launchproof_surface_access<sizeof(T)> access;
  return __builtin_bit_cast(T, access::read(handle, form, outside, x, y, z));
}
template <typename T>
static __device__ __forceinline__ void __launchproof_write_surface(T value, unsigned long long handle,
                                                                   int form, int outside, int x, int y,
                                                                   int z) {
  typedef __launchproof_surface_access<sizeof(T)> access;
  access::write(handle, form, outside, x, y, z, __builtin_bit_cast(typename access::type, value));
}
