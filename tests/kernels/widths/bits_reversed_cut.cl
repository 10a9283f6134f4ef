// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32 --build-options "-cl-std=CL3.0"
// about: The lowest two bits, reversed, are one place for two work-items.

#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable

kernel void k(global int* out) {
  uint i = bit_reverse((uint)get_local_id(0) & 3) >> 29;
  out[i] = get_local_id(0);
}
