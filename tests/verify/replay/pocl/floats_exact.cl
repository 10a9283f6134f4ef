#define N 256
#pragma OPENCL FP_CONTRACT OFF
__kernel void k(__global const float *a, __global const float *b, __global const float *c, __global float *out) {
  int i = get_global_id(0), n = 0;
  float x = a[i], y = b[i], z = c[i];
#define PUT(e) out[n++ * N + i] = (e)
  PUT(x + y); PUT(x - y); PUT(x * y); PUT(x / y); PUT(x * y + z); PUT(fma(x, y, z)); PUT(fabs(x)); PUT(floor(x)); PUT(ceil(x));
  PUT(trunc(x)); PUT(rint(x)); PUT(round(x)); PUT(copysign(x, y)); PUT(fmin(x, y)); PUT(fmax(x, y)); PUT(fdim(x, y));
  PUT(isnan(x) || isnan(y) ? 0 : min(x, y)); PUT(isnan(x) || isnan(y) ? 0 : max(x, y)); PUT(isnan(x) ? 0 : clamp(x, -3.0f, 7.0f)); PUT(sign(x)); PUT(step(x, y)); PUT(maxmag(x, y));
  PUT(minmag(x, y)); PUT(fmod(x, y)); PUT(sqrt(fabs(x))); PUT(nan(5u)); PUT(-x);
}
