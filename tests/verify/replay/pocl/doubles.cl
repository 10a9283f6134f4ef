#define N 256
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void k(__global const double *a, __global const double *b, __global double *out, __global long *ints) {
  int i = get_global_id(0), n = 0, m = 0;
  double x = a[i], y = b[i];
#define PUT(e) out[n++ * N + i] = (e)
#define PUTI(e) ints[m++ * N + i] = (long)(e)
  PUT(x + y); PUT(x - y); PUT(x * y); PUT(x / y); PUT(fma(x, y, x)); PUT(sqrt(fabs(x))); PUT(floor(x)); PUT(ceil(x)); PUT(rint(x)); PUT(round(x));
  PUT(trunc(x)); PUT(fmod(x, y)); PUT(fmin(x, y)); PUT(fmax(x, y)); PUT(copysign(x, y)); PUT(nextafter(x, y)); PUT(fdim(x, y)); PUT((double)(float)x);
  PUTI(convert_int_sat(x)); PUTI(convert_uint_sat(x)); PUTI(convert_long_sat(x)); PUTI(convert_uchar_sat(x)); PUTI(isnan(x)); PUTI(signbit(x));
  PUTI(convert_int_sat_rte(x)); PUTI(convert_int_sat_rtn(x)); PUTI(isless(x, y)); PUTI(isnormal(x)); PUTI(as_long(x));
}
