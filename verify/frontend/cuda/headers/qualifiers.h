// The qualifiers of CUDA C++, and macros for declarations in these headers.
#pragma once

// Headers of an installed toolkit include others of it by these names. Their declarations stand here.
#ifndef LAUNCHPROOF_TOOLKIT
#define __BUILTIN_TYPES_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __CUDA_RUNTIME_API_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_TYPES_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_TYPES_H__
#define __cuda_cuda_h__
#endif
#define __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_SURFACE_TYPES_H__
#define __CUDA_TEXTURE_TYPES_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __HOST_CONFIG_H__
#define __HOST_DEFINES_H__
#define __MATH_CONSTANTS_H__
#define __MATH_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#define CURAND_H_
#define CURAND_KERNEL_H_

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __restrict __restrict__
#define __nv_pure__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __specialization_static static
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __import__
#define __export__
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define __CUDA_ARCH_HAS_FEATURE__(feature) 0
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END
#define __NV_SILENCE_HOST_DEPRECATION_BEGIN
#define __NV_SILENCE_HOST_DEPRECATION_END
#define CUDARTAPI
#define CUDART_CB

#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88

// A function that the program may define itself.
#define LAUNCHPROOF_FUNCTION \
  template <int = 0>         \
  static __device__ __forceinline__
// A function that host code may call as well.
#define LAUNCHPROOF_SHARED_FUNCTION \
  template <int = 0>                \
  static __host__ __device__ __forceinline__
// A built-in function of OpenCL C, by its mangled name.
#define LAUNCHPROOF_BUILTIN(result, name, parameters, mangled) \
  __device__ result name parameters __asm__(mangled)

// A function that several threads must reach.
#define LAUNCHPROOF_MEETING(result, name, parameters, mangled) \
  __device__ __attribute__((convergent)) result name parameters __asm__(mangled)

typedef unsigned __launchproof_uint4 __attribute__((ext_vector_type(4)));

typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#ifndef NULL
#define NULL __null
#endif

#ifndef __SIZE_TYPE__
#error "The compiler does not say what size_t is."
#endif
typedef __SIZE_TYPE__ size_t;
