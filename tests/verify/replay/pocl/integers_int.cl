#define N 256
__kernel void k(__global const int *a, __global const int *b, __global const int *c, __global int *out) {
  int i = get_global_id(0), n = 0;
  int x = a[i], y = b[i], z = c[i];
#define PUT(e) out[n++ * N + i] = (e)
  PUT(abs(x)); PUT(abs_diff(x, y)); PUT(add_sat(x, y)); PUT(sub_sat(x, y)); PUT(hadd(x, y)); PUT(rhadd(x, y));
  PUT(clz(x)); PUT(popcount(x)); PUT(mul_hi(x, y)); PUT(mad_hi(x, y, z)); PUT(mad_sat(x, y, z));
  PUT(mul24(x << 8 >> 8, y << 8 >> 8)); PUT(mad24(x << 8 >> 8, y << 8 >> 8, z)); PUT(rotate(x, y)); PUT(min(x, y)); PUT(max(x, y));
  PUT(clamp(x, min(y, z), max(y, z))); PUT(x >> (y & 31)); PUT(x << (y & 31)); PUT(x << y); PUT(x >> y);
  PUT(select(x, y, z)); PUT(bitselect(x, y, z)); PUT(y == 0 || (y == -1 && x == INT_MIN) ? 1 : x / y);
  PUT(y == 0 || (y == -1 && x == INT_MIN) ? 1 : x % y);
}
