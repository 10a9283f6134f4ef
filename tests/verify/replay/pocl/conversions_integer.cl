#define N 256
__kernel void k(__global const int *a, __global const ulong *b, __global float *out, __global double *wide, __global int *ints) {
  int i = get_global_id(0), n = 0;
  int x = a[i];
  ulong y = b[i];
#define PUT(e) out[n++ * N + i] = (e)
  PUT(convert_float(x)); PUT(convert_float((uint)x)); PUT(convert_float(y)); PUT(convert_float((long)y)); PUT((float)(short)x);
  PUT((float)(uchar)x); PUT(convert_float_rte(x)); PUT(convert_float_rtz(x)); PUT(convert_float_rtp(x)); PUT(convert_float_rtn(x));
  PUT(convert_float_rtz((uint)x)); PUT(convert_float_rtp(y)); PUT(convert_float_rtn((long)y));
  n = 0;
#define PUTD(e) wide[n++ * N + i] = (e)
  PUTD(convert_double(x)); PUTD(convert_double(y)); PUTD(convert_double((long)y)); PUTD((double)(ushort)x);
  n = 0;
#define PUTI(e) ints[n++ * N + i] = (int)(e)
  PUTI(convert_char_sat(x)); PUTI(convert_uchar_sat(x)); PUTI(convert_ushort_sat(x)); PUTI(convert_short(x)); PUTI(convert_int_sat(y));
  PUTI(convert_uint_sat((long)y)); PUTI(convert_uint_sat(x)); PUTI(convert_char_sat(y)); PUTI(convert_uchar((long)y)); PUTI(as_short2(x).y);
}
