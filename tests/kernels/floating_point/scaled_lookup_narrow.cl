// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 3 --buffer src=7 --buffer dst=24 --arg width=8 --arg scale=0.33333334
// about: the source is one byte shorter than the largest index needs

__kernel void resize(__global const uchar *src, __global uchar *dst, int width, float scale) {
  int x = get_global_id(0);
  dst[x] = src[min(convert_int_rtz(x * scale), width - 1)];
}
