// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=32
// sibling: half_enabled_shared.cl
// about: the program enables half arithmetic, and the index is a sum of two halves that is exact

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void sums(__global short *out) {
  half x = (half)get_global_id(0) + (half)0.5f;
  out[(int)floor(x)] = get_global_id(0);
}
