#define N 256
__kernel void k(__global const float *a, __global int *out, __global long *wide) {
  int i = get_global_id(0), n = 0;
  float x = a[i];
  float near = clamp(x, -1e4f, 1e4f);
#define PUT(e) out[n++ * N + i] = (int)(e)
  PUT(convert_int_sat(x)); PUT(convert_uint_sat(x)); PUT(convert_char_sat(x)); PUT(convert_uchar_sat(x)); PUT(convert_short_sat(x));
  PUT(convert_ushort_sat(x)); PUT(convert_int_rte(near)); PUT(convert_int_rtz(near)); PUT(convert_int_rtp(near)); PUT(convert_int_rtn(near));
  PUT(convert_int(near)); PUT(convert_int_sat_rte(x)); PUT(convert_int_sat_rtp(x)); PUT(convert_int_sat_rtn(x)); PUT(convert_uchar_sat_rte(x));
  PUT(convert_uchar_sat_rtp(x)); PUT((int)near); PUT((uint)fabs(near)); PUT(as_int(x)); PUT(convert_char_sat_rtn(x));
  n = 0;
#define PUTL(e) wide[n++ * N + i] = (long)(e)
  PUTL(convert_long_sat(x)); PUTL(convert_ulong_sat(x)); PUTL(convert_long_rte(near)); PUTL(convert_long_rtp(near));
}
