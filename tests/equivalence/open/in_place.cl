// equal: in_place out_of_place
// launch: --local-size * --num-groups * --bind x=src --bind x=dst
// expect: verified
// about: Each work-item replaces one element, for any size.
// mutant: `dst[i] = src[i] & 255` to `dst[i] = src[i] & 127`: defect
__kernel void in_place(__global int *x) {
  size_t i = get_global_id(0);
  x[i] = x[i] & 255;
  x[i] = x[i] < 128 ? x[i] : x[i] - 256;
}

__kernel void out_of_place(__global const int *src, __global int *dst) {
  size_t i = get_global_id(0);
  dst[i] = src[i] & 255;
  if (dst[i] >= 128) dst[i] -= 256;
}
