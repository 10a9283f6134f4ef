#define N 256
__kernel void k(__global const uchar16 *a, __global const char8 *b, __global const short3 *c, __global uchar16 *out, __global char8 *out8, __global short *out3) {
  int i = get_global_id(0), n = 0;
  uchar16 x = a[i], y = a[i ^ 1];
#define PUT(e) out[n++ * N + i] = (e)
  PUT(add_sat(x, y)); PUT(abs_diff(x, y)); PUT(shuffle(x, y)); PUT(shuffle2(x, y, x)); PUT(as_uchar16(x > y)); PUT(rhadd(x, y));
  PUT(x.sfedcba9876543210); PUT(as_uchar16(select(as_char16(x), as_char16(y), as_char16(x ^ y)))); PUT(mul_hi(x, y));
  n = 0;
  char8 p = b[i], q = b[i ^ 3];
#define PUT8(e) out8[n++ * N + i] = (e)
  PUT8(sub_sat(p, q)); PUT8(max(p, q)); PUT8(p << (q & (char)7)); PUT8(shuffle(p, as_uchar8(q))); PUT8((char8)(p.lo, q.hi)); PUT8(p <= q);
  n = 0;
  short3 u = c[i], v = c[i ^ 5];
#define PUT3(e) vstore3(e, n++ * N + i, out3)
  PUT3(add_sat(u, v)); PUT3(min(u, v)); PUT3(u.zyx); PUT3(u * v); PUT3(convert_short3_sat(convert_int3(u) * 1000));
}
