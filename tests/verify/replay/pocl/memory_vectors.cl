#define N 256
__kernel void k(__global const int *a, __global int *out, __global uchar *bytes, __global float *floats) {
  int i = get_global_id(0);
  int4 x = vload4(i, a);
  int3 y = vload3(i, a + 1);
  int16 z = vload16(i & 15, a);
  int8 w = vload8(i & 31, a + 3);
  vstore4(x.wzyx, i, out);
  vstore3(y * 3, i, out + 4 * N);
  vstore2((int2)(z.s0 + z.sf, z.s7 - z.s8), i, out + 8 * N);
  vstore3(convert_uchar3(y), i, bytes);
  vstore2((uchar2)(w.s3, w.s6), i, bytes + 1024 + 1);
  if (i < 16) vstore16(convert_float16(convert_short16(z)), i, floats);
}
