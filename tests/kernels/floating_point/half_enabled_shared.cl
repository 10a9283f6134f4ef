// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=32
// about: the program enables half arithmetic, and the index is an exact half of the id

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void sums(__global short *out) {
  half x = (half)get_global_id(0) * (half)0.5f;
  out[(int)floor(x)] = get_global_id(0);
}
