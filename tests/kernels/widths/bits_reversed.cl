// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --build-options "-cl-std=CL3.0"
// sibling: bits_reversed_cut.cl
// about: The lowest three bits, reversed, are another place for each work-item.

#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable

kernel void k(global int* out) {
  uint i = bit_reverse((uint)get_local_id(0)) >> 29;
  out[i] = get_local_id(0);
}
