// Products of matrices by the threads of a warp (CUDA C++ Programming Guide 13.0, section 10.24), in place of
// the toolkit's header of this name. Accesses to memory are exact, and what a fragment holds after a load or
// a product is any value. Elements of less than a byte are not declared.
#pragma once

#include "any_value.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "matrices.h"

#ifdef LAUNCHPROOF_FOR_EXECUTION
extern "C++" __device__ void __not_executed_of_program();
#endif

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}

// All threads of the warp come together. This orders no memory.
static __device__ __forceinline__ void __launchproof_matrix_meeting() {
#ifdef LAUNCHPROOF_FOR_EXECUTION
  __not_executed_of_program();
#endif
  __launchproof_meet(0xffffffffu);
}

template <typename T>
struct __launchproof_element {
  using type = T;
};
template <>
struct __launchproof_element<precision::tf32> {
  using type = float;
};

// Rows and columns of a fragment's matrix, and how many of its elements each thread holds. Threads hold
// elements of half precision twice.
template <typename Use, int m, int n, int k, typename T>
struct __launchproof_shape {
  static constexpr bool is_a = __is_same(Use, matrix_a), is_b = __is_same(Use, matrix_b);
  static constexpr int rows = is_b ? k : m, columns = is_a ? k : n;
  static constexpr int elements = (is_a || is_b) && __is_same(T, __half) ? 16 : rows * columns / 32;
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
struct fragment {
  using element_type = T;
  using storage_element_type = typename __launchproof_element<T>::type;
  static constexpr int num_elements = __launchproof_shape<Use, m, n, k, T>::elements;
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];

  __device__ __forceinline__ void __launchproof_change() {
    for (int i = 0; i < num_elements; ++i) x[i] = __launchproof_any<storage_element_type>();
  }
};

// A matrix in memory, in lines of the layout. The distance between lines is in elements.
template <typename Use, int m, int n, int k, typename T>
struct __launchproof_matrix {
  using Shape = __launchproof_shape<Use, m, n, k, T>;
  using Element = typename __launchproof_element<T>::type;
  static constexpr int size = (int)sizeof(Element);
  using ByRows = __launchproof_matrix_part<Shape::rows, Shape::columns * size>;
  using ByColumns = __launchproof_matrix_part<Shape::columns, Shape::rows * size>;
  static __device__ __forceinline__ void load(const void* at, unsigned distance, bool by_rows) {
    const unsigned long long stride = (unsigned long long)distance * size;
    if (by_rows)
      ByRows::load(at, stride);
    else
      ByColumns::load(at, stride);
  }
  static __device__ __forceinline__ void store(void* at, unsigned distance, bool by_rows) {
    const unsigned long long stride = (unsigned long long)distance * size;
    if (by_rows)
      ByRows::store(at, stride);
    else
      ByColumns::store(at, stride);
  }
};

template <typename Use, int m, int n, int k, typename T, typename Layout, typename V>
static __device__ __forceinline__ void fill_fragment(fragment<Use, m, n, k, T, Layout>& to, const V& value) {
  __launchproof_matrix_meeting();
  for (auto& one : to.x) one = value;
}

template <typename Use, int m, int n, int k, typename T, typename Layout>
static __device__ __forceinline__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to,
                                                        const typename __launchproof_element<T>::type* from,
                                                        unsigned distance) {
  __launchproof_matrix_meeting();
  __launchproof_matrix<Use, m, n, k, T>::load(from, distance, __is_same(Layout, row_major));
  to.__launchproof_change();
}

template <int m, int n, int k, typename T>
static __device__ __forceinline__ void load_matrix_sync(fragment<accumulator, m, n, k, T>& to,
                                                        const typename __launchproof_element<T>::type* from,
                                                        unsigned distance, layout_t layout) {
  __launchproof_matrix_meeting();
  __launchproof_matrix<accumulator, m, n, k, T>::load(from, distance, layout == mem_row_major);
  to.__launchproof_change();
}

template <int m, int n, int k, typename T>
static __device__ __forceinline__ void store_matrix_sync(typename __launchproof_element<T>::type* to,
                                                         const fragment<accumulator, m, n, k, T>&,
                                                         unsigned distance, layout_t layout) {
  __launchproof_matrix_meeting();
  __launchproof_matrix<accumulator, m, n, k, T>::store(to, distance, layout == mem_row_major);
}

template <int m, int n, int k, typename D, typename A, typename B, typename C, typename LayoutA,
          typename LayoutB>
static __device__ __forceinline__ void mma_sync(fragment<accumulator, m, n, k, D>& to,
                                                const fragment<matrix_a, m, n, k, A, LayoutA>&,
                                                const fragment<matrix_b, m, n, k, B, LayoutB>&,
                                                const fragment<accumulator, m, n, k, C>&, bool = false) {
  __launchproof_matrix_meeting();
  to.__launchproof_change();
}

// The nearest float whose mantissa has ten bits, or the larger one of two (PTX ISA 9.0, `cvt.rna.tf32.f32`).
static __device__ __forceinline__ float __float_to_tf32(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7f800000u) == 0x7f800000u)
    return (bits & 0x7fffffu) != 0 ? __uint_as_float(0x7fffffffu) : value;
  return __uint_as_float((bits + 0x1000u) & ~0x1fffu);
}

}  // namespace wmma
}  // namespace nvcuda

using nvcuda::wmma::__float_to_tf32;
