#define N 256
__kernel void k(__global const uchar *a, __global const uchar *b, __global const uchar *c, __global uchar *out) {
  int i = get_global_id(0), n = 0;
  uchar x = a[i], y = b[i], z = c[i];
#define PUT(e) out[n++ * N + i] = (uchar)(e)
  PUT(abs(x)); PUT(abs_diff(x, y)); PUT(add_sat(x, y)); PUT(sub_sat(x, y)); PUT(hadd(x, y)); PUT(rhadd(x, y));
  PUT(clz(x)); PUT(popcount(x)); PUT(mul_hi(x, y)); PUT(mad_hi(x, y, z)); PUT(mad_sat(x, y, z)); PUT(rotate(x, y));
  PUT(min(x, y)); PUT(max(x, y)); PUT(clamp(x, min(y, z), max(y, z))); PUT(abs((char)x)); PUT(rotate((char)x, (char)y));
  PUT(mad_sat((char)x, (char)y, (char)z)); PUT(hadd((char)x, (char)y)); PUT(clz((char)x));
}
