// expect: verified
// launch: --local-size 8 --num-groups 3 --buffer src=8 --buffer dst=24 --arg width=8 --arg scale=0.33333334
// sibling: scaled_lookup_narrow.cl
// about: a product with a rounded factor is converted to an index, which stays within the source

__kernel void resize(__global const uchar *src, __global uchar *dst, int width, float scale) {
  int x = get_global_id(0);
  dst[x] = src[min(convert_int_rtz(x * scale), width - 1)];
}
