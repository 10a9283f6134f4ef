// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4 --num-groups 1 --buffer begin=64 --buffer end=@begin+48:16
// about: a loop between two arguments ends where the second one begins, and each step is behind the first row

__kernel void fill(__global int *begin, __global int *end) {
  int i = get_global_id(0);
  for (__global int *p = begin; p < end; p += 4)
    p[i + 8] = i;
}
