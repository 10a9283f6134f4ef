#define N 256
__kernel void k(__global const long *a, __global const long *b, __global const long *c, __global long *out) {
  int i = get_global_id(0), n = 0;
  long x = a[i], y = b[i], z = c[i];
#define PUT(e) out[n++ * N + i] = (e)
  PUT(abs(x)); PUT(abs_diff(x, y)); PUT(add_sat(x, y)); PUT(sub_sat(x, y)); PUT(hadd(x, y)); PUT(rhadd(x, y));
  PUT(clz(x)); PUT(popcount(x)); PUT(mul_hi(x, y)); PUT(mad_hi(x, y, z)); PUT(rotate(x, y)); PUT(min(x, y)); PUT(max(x, y));
  PUT((long)mul_hi((ulong)x, (ulong)y)); PUT(clamp(x, min(y, z), max(y, z))); PUT(x >> (y & 63)); PUT(x << y);
  PUT(select(x, y, z)); PUT(y == 0 || y == -1 ? 1 : x / y); PUT(y == 0 || y == -1 ? 1 : x % y);
  PUT((long)((ulong)x / ((ulong)y | 1)));
}
