// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer src=40 --buffer dst=64 --arg scale=0.6
// about: the first index is below 0, contracted or not

__kernel void resize(__global const int *src, __global int *dst, float scale) {
  int x = get_global_id(0);
  int at = convert_int_rtn((x + 0.5f) * scale - 0.5f);
  dst[x] = src[at];
}
