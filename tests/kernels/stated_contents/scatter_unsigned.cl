// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=distinct,below:8
// sibling: scatter_unsigned_as_signed.cl
// about: Elements are unsigned, so that a bound from above suffices.

__kernel void k(__global int* out, __global const uint* t) {
  int i = get_global_id(0);
  out[t[i]] = i;
}
