#pragma OPENCL FP_CONTRACT OFF
__kernel void k(__global const float *a, __global const float *b, __global float *out) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < 64; ++j) {
    float x = clamp(a[(i * 7 + j) & 255], -1e6f, 1e6f), y = clamp(b[(i + j * 5) & 255], -1e6f, 1e6f);
    sum += x * y;
    if (sum > 1e9f) sum *= 0.5f;
  }
  out[i] = sum;
  float4 p = (float4)(clamp(a[i], -9.0f, 9.0f), 1, 2, 3), q = (float4)(3, clamp(b[i], -9.0f, 9.0f), 5, 6);
  float4 c = cross(p, q);
  out[256 + i] = c.x; out[512 + i] = c.y; out[768 + i] = c.z; out[1024 + i] = c.w;
}
