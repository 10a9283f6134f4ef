// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: byte_offset_wraps.cl
// about: four times 2^34 is 2^36: far from the lower indices

__kernel void wrapped(__global int *out) {
  ulong i = get_global_id(0);
  out[i < 8 ? i : i - 8 + (1UL << 34)] = get_global_id(0);
}
