#define N 256
__kernel void k(__global const int4 *a, __global const int4 *b, __global const int4 *c, __global int4 *out) {
  int i = get_global_id(0), n = 0;
  int4 x = a[i], y = b[i], z = c[i];
#define PUT(e) out[n++ * N + i] = (e)
  PUT(add_sat(x, y)); PUT(max(x, y)); PUT(max(x, y.x)); PUT(clamp(x, -5, 100)); PUT(select(x, y, z)); PUT(bitselect(x, y, z));
  PUT((int4)(any(x), all(x), any(x & y), all(x | y))); PUT(x < y); PUT(x == y ? z : x); PUT(!x); PUT(x && y);
  PUT(shuffle(x, as_uint4(y))); PUT(shuffle2(x, y, as_uint4(z))); PUT(x.wzyx); PUT((int4)(x.hi, y.lo)); PUT((int4)(x.even, y.odd));
  PUT(mul_hi(x, y)); PUT(rotate(x, y)); PUT(x >> (y & 31)); PUT(x * y + z); PUT(popcount(x)); PUT(clz(x) ^ hadd(y, z));
  PUT(convert_int4(convert_char4_sat(x))); PUT(convert_int4(convert_ushort4(x))); PUT((int4)(x.s3, y.s2, z.s1, 7));
}
