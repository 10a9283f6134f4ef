// The CUDA C++ device functions that the interpreter knows. They are only declared, so that each call appears
// in the IR by its name. Included before a CUDA program.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __restrict __restrict__

typedef __SIZE_TYPE__ size_t;
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;

#define ORACLE_VECTORS(T, N, align2, align4)                               \
  struct N##1 {                                                            \
    T x;                                                                   \
  };                                                                       \
  struct __align__(align2) N##2 {                                          \
    T x, y;                                                                \
  };                                                                       \
  struct N##3 {                                                            \
    T x, y, z;                                                             \
  };                                                                       \
  struct __align__(align4) N##4 {                                          \
    T x, y, z, w;                                                          \
  };                                                                       \
  static __host__ __device__ inline N##1 make_##N##1(T x) {                \
    return {x};                                                            \
  }                                                                        \
  static __host__ __device__ inline N##2 make_##N##2(T x, T y) {           \
    return {x, y};                                                         \
  }                                                                        \
  static __host__ __device__ inline N##3 make_##N##3(T x, T y, T z) {      \
    return {x, y, z};                                                      \
  }                                                                        \
  static __host__ __device__ inline N##4 make_##N##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                                                   \
  }
ORACLE_VECTORS(signed char, char, 2, 4)
ORACLE_VECTORS(unsigned char, uchar, 2, 4)
ORACLE_VECTORS(short, short, 4, 8)
ORACLE_VECTORS(unsigned short, ushort, 4, 8)
ORACLE_VECTORS(int, int, 8, 16)
ORACLE_VECTORS(unsigned int, uint, 8, 16)
ORACLE_VECTORS(long long, longlong, 16, 16)
ORACLE_VECTORS(unsigned long long, ulonglong, 16, 16)
ORACLE_VECTORS(float, float, 8, 16)
ORACLE_VECTORS(double, double, 16, 16)
#undef ORACLE_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr __host__ __device__ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};

// Built-in variables: each use of a component is a call that states the variable and the dimension.
__device__ unsigned __oracle_place(int variable, int dimension);
template <int Variable>
struct __oracle_variable {
  __declspec(property(get = __x)) unsigned x;
  __declspec(property(get = __y)) unsigned y;
  __declspec(property(get = __z)) unsigned z;
  static __device__ unsigned __x() { return __oracle_place(Variable, 0); }
  static __device__ unsigned __y() { return __oracle_place(Variable, 1); }
  static __device__ unsigned __z() { return __oracle_place(Variable, 2); }
  __device__ operator uint3() const { return {__x(), __y(), __z()}; }
  __device__ operator dim3() const { return dim3(__x(), __y(), __z()); }
};
static __device__ __oracle_variable<0> threadIdx;
static __device__ __oracle_variable<1> blockIdx;
static __device__ __oracle_variable<2> blockDim;
static __device__ __oracle_variable<3> gridDim;
constexpr int warpSize = 32;

__device__ void __syncthreads();
// PTX: barrier.sync, which is not aligned.
__device__ void __barrier_sync(unsigned);
// A barrier of the whole launch.
__device__ void __oracle_grid_barrier();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(unsigned = 0xffffffffu);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();

__device__ void __pipeline_memcpy_async(void*, const void*, unsigned long, unsigned long = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long);

__device__ int __all_sync(unsigned, int);
__device__ int __any_sync(unsigned, int);
__device__ int __uni_sync(unsigned, int);
__device__ unsigned __ballot_sync(unsigned, int);
#define ORACLE_EXCHANGE(T)                                        \
  __device__ T __shfl_sync(unsigned, T, int, int = 32);           \
  __device__ T __shfl_up_sync(unsigned, T, unsigned, int = 32);   \
  __device__ T __shfl_down_sync(unsigned, T, unsigned, int = 32); \
  __device__ T __shfl_xor_sync(unsigned, T, int, int = 32);       \
  __device__ unsigned __match_any_sync(unsigned, T);              \
  __device__ unsigned __match_all_sync(unsigned, T, int*);
ORACLE_EXCHANGE(int)
ORACLE_EXCHANGE(unsigned)
ORACLE_EXCHANGE(long)
ORACLE_EXCHANGE(unsigned long)
ORACLE_EXCHANGE(long long)
ORACLE_EXCHANGE(unsigned long long)
ORACLE_EXCHANGE(float)
ORACLE_EXCHANGE(double)
#undef ORACLE_EXCHANGE
#define ORACLE_REDUCTION(T)                    \
  __device__ T __reduce_add_sync(unsigned, T); \
  __device__ T __reduce_min_sync(unsigned, T); \
  __device__ T __reduce_max_sync(unsigned, T);
ORACLE_REDUCTION(int)
ORACLE_REDUCTION(unsigned)
#undef ORACLE_REDUCTION
__device__ unsigned __reduce_and_sync(unsigned, unsigned);
__device__ unsigned __reduce_or_sync(unsigned, unsigned);
__device__ unsigned __reduce_xor_sync(unsigned, unsigned);

#define ORACLE_ATOMIC(name, T)              \
  __device__ T atomic##name(T*, T);         \
  __device__ T atomic##name##_block(T*, T); \
  __device__ T atomic##name##_system(T*, T);
#define ORACLE_ATOMICS(T)                                                                            \
  ORACLE_ATOMIC(Add, T)                                                                              \
  ORACLE_ATOMIC(Exch, T)                                                                             \
  ORACLE_ATOMIC(Min, T)                                                                              \
  ORACLE_ATOMIC(Max, T)                                                                              \
  ORACLE_ATOMIC(And, T) ORACLE_ATOMIC(Or, T) ORACLE_ATOMIC(Xor, T) __device__ T atomicCAS(T*, T, T); \
  __device__ T atomicCAS_block(T*, T, T);                                                            \
  __device__ T atomicCAS_system(T*, T, T);
ORACLE_ATOMICS(int)
ORACLE_ATOMICS(unsigned)
ORACLE_ATOMICS(unsigned long long)
ORACLE_ATOMIC(Sub, int)
ORACLE_ATOMIC(Sub, unsigned)
ORACLE_ATOMIC(Inc, unsigned)
ORACLE_ATOMIC(Dec, unsigned)
ORACLE_ATOMIC(Add, float)
ORACLE_ATOMIC(Exch, float)
ORACLE_ATOMIC(Add, double)
#undef ORACLE_ATOMIC
#undef ORACLE_ATOMICS

__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ int __mul24(int, int);
__device__ unsigned __umul24(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ int __float2int_rn(float);
__device__ int __float2int_rz(float);
__device__ int __float2int_ru(float);
__device__ int __float2int_rd(float);
__device__ float __int2float_rn(int);
__device__ float __uint2float_rn(unsigned);
static __device__ inline int __float_as_int(float a) {
  return __builtin_bit_cast(int, a);
}
static __device__ inline unsigned __float_as_uint(float a) {
  return __builtin_bit_cast(unsigned, a);
}
static __device__ inline float __int_as_float(int a) {
  return __builtin_bit_cast(float, a);
}
static __device__ inline float __uint_as_float(unsigned a) {
  return __builtin_bit_cast(float, a);
}

template <typename T>
static __device__ inline T __ldg(const T* from) {
  return *from;
}
template <int = 0>
static __host__ __device__ inline int min(int a, int b) {
  return b < a ? b : a;
}
template <int = 0>
static __host__ __device__ inline int max(int a, int b) {
  return a < b ? b : a;
}
template <int = 0>
static __host__ __device__ inline unsigned min(unsigned a, unsigned b) {
  return b < a ? b : a;
}
template <int = 0>
static __host__ __device__ inline unsigned max(unsigned a, unsigned b) {
  return a < b ? b : a;
}

#define assert(condition) __assert(condition)

// Names that host code in the same file as a kernel uses.
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
struct CUstream_st;
typedef CUstream_st* cudaStream_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
extern "C" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
template <typename T>
cudaError_t cudaMalloc(T**, size_t);
cudaError_t cudaFree(void*);
cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
cudaError_t cudaDeviceSynchronize();
