// expect: defect
// property: access-flags
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer in=32 --buffer sum=32 --access in=read-only --access sum=write-only
// about: a compound assignment reads what kernels may only write

__kernel void add(__global const int *in, __global int *sum) {
  int i = get_global_id(0);
  sum[i] += in[i];
}
