// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --build-options "-cl-std=CL3.0"
// sibling: field_too_narrow.cl
// about: A field of three bits tells eight work-items apart.

#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable

kernel void k(global int* out) {
  uint i = bitfield_extract_unsigned((uint)get_local_id(0) << 4, 4, 3);
  out[i] = get_local_id(0);
}
