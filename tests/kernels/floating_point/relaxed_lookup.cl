// expect: possible-defect
// property: out-of-bounds
// lines: 12
// cause: opaque-function 12
// launch: --local-size 8 --num-groups 3 --buffer src=8 --buffer dst=24 --arg scale=0.33333334 --build-options -cl-fast-relaxed-math
// oracle: skip it computes as IEEE 754 has it, as some devices do
// replay: skip it computes as IEEE 754 has it, as some devices do
// about: relaxed arithmetic is not computed, as devices may do it in any way

__kernel void resize(__global const uchar *src, __global uchar *dst, float scale) {
  int x = get_global_id(0);
  dst[x] = src[convert_int_sat(x * scale)];
}
