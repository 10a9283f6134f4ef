// expect: defect
// property: data-race
// lines: 19
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: Two work-items of one group, or of two, write one cell, whatever the compiler answers.

#ifndef __has_attribute
#define __has_attribute(name) 0
#endif
#if __has_attribute(always_inline)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

INLINE int cell(int item) { return item & 7; }

kernel void k(global int* out) {
  out[cell(get_global_id(0))] = get_global_id(0);
}
