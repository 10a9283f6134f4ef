#define N 256
#pragma OPENCL FP_CONTRACT OFF
__kernel void k(__global const float4 *a, __global const float4 *b, __global float4 *out, __global int4 *ints) {
  int i = get_global_id(0), n = 0, m = 0;
  float4 x = a[i], y = b[i];
#define PUT(e) out[n++ * N + i] = (e)
#define PUTI(e) ints[m++ * N + i] = (e)
  PUT(x + y); PUT(x * y.x); PUT(fmax(x, y)); PUT(fmin(x, y.w)); PUT(floor(x)); PUT(fabs(x)); PUT(copysign(x, y)); PUT(rint(x)); PUT(fma(x, y, x));
  PUT(select(x, y, as_int4(x))); PUT(bitselect(x, y, as_float4(as_int4(y) ^ 5))); PUT(as_float4(as_int4(x) + 1)); PUT(x.yxwz);
  PUT(shuffle(x, (uint4)(3, 1, 2, 0))); PUT(ldexp(x, 3)); PUT(x / y); PUT(trunc(x));
  PUTI(x < y); PUTI(x != y); PUTI(isnan(x)); PUTI(isfinite(x)); PUTI(isgreater(x, y)); PUTI(signbit(x)); PUTI((int4)(any(x < y), all(x < y), 0, 1));
  PUTI(convert_int4_sat(x)); PUTI(convert_int4_sat_rte(y)); PUTI(isnormal(x)); PUTI(isordered(x, y)); PUTI(!x); PUTI(x && y);
}
