// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: negative_through_uint.cl
// about: a negative int becomes a size_t near 2^64, and the sum comes round to where it began

__kernel void shifted(__global int *out) {
  int i = (int)get_global_id(0) - 8;
  size_t at = (size_t)i + 8;
  out[at] = i;
}
