#define N 256
__kernel void k(__global const float *a, __global const float *b, __global float *out, __global int *ints) {
  int i = get_global_id(0), n = 0, m = 0;
  float x = a[i], y = b[i];
#define PUT(e) out[n++ * N + i] = (e)
#define PUTI(e) ints[m++ * N + i] = (e)
  int e = 0;
  float f = 0;
  PUT(frexp(x, &e)); if (isfinite(x)) PUTI(e);
  PUT(modf(x, &f)); PUT(f);
  PUT(fract(x == -INFINITY ? 0.75f : x, &f)); PUT(f);
  PUT(ldexp(x, (int)clamp(y, -20.0f, 20.0f))); PUT(nextafter(x, y)); PUT(logb(x));
  PUT(remainder(x, y));
  if (isfinite(x) && isfinite(y) && y != 0 && fabs(x / y) < 100.0f) { PUT(remquo(x, y, &e)); PUTI(e & 7); }
  if (isfinite(x) && x != 0) PUTI(ilogb(x));
  PUTI(isnan(x)); PUTI(isinf(x)); PUTI(isfinite(x)); PUTI(isnormal(x)); PUTI(signbit(x)); PUTI(isequal(x, y)); PUTI(isnotequal(x, y));
  PUTI(isgreater(x, y)); PUTI(isgreaterequal(x, y)); PUTI(isless(x, y)); PUTI(islessequal(x, y)); PUTI(islessgreater(x, y));
  PUTI(isordered(x, y)); PUTI(isunordered(x, y)); PUTI(x == y); PUTI(x != y); PUTI(x < y); PUTI(!(x >= y));
}
