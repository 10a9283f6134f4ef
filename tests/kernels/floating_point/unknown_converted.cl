// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: unknown_converted_far.cl
// about: a value that is not known is exact where its guard keeps it small

__kernel void mark(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  int value = in[i];
  if (value >= 0 && value < 4) out[(int)floor(value * 0.25f) * 16 + i] = i;
}
