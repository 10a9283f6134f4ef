// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: attribute_and_shared_cell.cl
// about: Whatever the compiler answers, the kernel is the same once its functions are inlined.

#ifndef __has_attribute
#define __has_attribute(name) 0
#endif
#if __has_attribute(always_inline)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

INLINE int cell(int item) { return item ^ 1; }

kernel void k(global int* out) {
  out[cell(get_global_id(0))] = get_group_id(0);
}
