// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: a negative int becomes a uint near 2^32 first, and the sum of 64 bits does not come round

__kernel void shifted(__global int *out) {
  int i = (int)get_global_id(0) - 8;
  size_t at = (size_t)(uint)i + 8;
  out[at] = i;
}
