// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer in=32 --buffer sum=32 --access in=read-only --access sum=write-only
// sibling: added.cl
// about: what kernels may only write is assigned

__kernel void add(__global const int *in, __global int *sum) {
  int i = get_global_id(0);
  sum[i] = in[i] + 1;
}
