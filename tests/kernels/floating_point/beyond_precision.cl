// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --arg base=16777200
// sibling: beyond_precision_rounded.cl
// about: integers up to 2^24 are exact in single precision

__kernel void shift(__global int *out, int base) {
  int i = get_global_id(0);
  out[(int)(float)(i + base) - base] = i;
}
