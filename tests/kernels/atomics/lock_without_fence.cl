// expect: possible-defect
// property: data-race
// lines: 9
// cause: may-be-ordered
// launch: --local-size 1 --num-groups 4 --buffer lock=4 --buffer count=4
// about: a plain counter behind a lock of relaxed atomics, which may be meant to order it

__kernel void count_up(volatile __global int *lock, volatile __global int *count) {
  if (atomic_cmpxchg(lock, 0, 1) == 0) { *count += 1; atomic_xchg(lock, 0); }
}
