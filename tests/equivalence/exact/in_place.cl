// equal: in_place out_of_place
// launch: --local-size 32 --num-groups 4 --bind x=src --bind x=dst
// expect: verified
// about: A kernel that works in place corresponds to one with a buffer before and another one behind it.
// mutant: `dst[i] = max` to `dst[i ^ 1] = max`: defect
// mutant: `x[i] > 0` to `x[i] > 1`: defect
__kernel void in_place(__global int *x) {
  int i = get_global_id(0);
  x[i] = x[i] > 0 ? x[i] : 0;
}

__kernel void out_of_place(__global const int *src, __global int *dst) {
  int i = get_global_id(0);
  dst[i] = max(src[i], 0);
}
