// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer b=64
// replay: skip none of the values that are tried is negative
// about: the precondition allows the element before the start

__kernel void shift(__global int *a, __global int *b, long n, long c) {
  __requires(n + 1 >= c + 1 && c >= -1 && n <= 2147483647);
  b[get_global_id(0)] = a[c];
}
