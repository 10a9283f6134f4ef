#define N 256
__kernel void k(__global const short *a, __global const short *b, __global const short *c, __global short *out) {
  int i = get_global_id(0), n = 0;
  short x = a[i], y = b[i], z = c[i];
#define PUT(e) out[n++ * N + i] = (short)(e)
  PUT(abs(x)); PUT(abs_diff(x, y)); PUT(add_sat(x, y)); PUT(sub_sat(x, y)); PUT(hadd(x, y)); PUT(rhadd(x, y));
  PUT(clz(x)); PUT(popcount(x)); PUT(mul_hi(x, y)); PUT(mad_hi(x, y, z)); PUT(mad_sat(x, y, z)); PUT(rotate(x, y));
  PUT(min(x, y)); PUT(max(x, y)); PUT(clamp(x, min(y, z), max(y, z)));
  PUT(upsample((char)x, (uchar)y)); PUT(upsample((uchar)x, (uchar)y));
}
