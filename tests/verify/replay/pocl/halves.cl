#define N 256
__kernel void k(__global const float *a, __global const ushort *b, __global ushort *out, __global float *floats) {
  int i = get_global_id(0);
  float x = isnan(a[i]) ? 1.5f : a[i], y = isnan(a[i ^ 1]) ? 2.5f : a[i ^ 1];
  __global half *h = (__global half *)out;
  const __global half *in = (const __global half *)b;
  vstore_half(x, i, h);
  vstore_half_rte(x, N + i, h);
  vstore_half2((float2)(x, y), N + i, h);
  vstore_half4((float4)(x, y, 1, y), N + i, h);
  floats[i] = vload_half(i, in);
  vstore4(vload_half4(i, in), 64 + i, floats);
}
