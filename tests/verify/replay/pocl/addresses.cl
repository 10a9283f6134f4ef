__kernel void k(__global const int *a, __global int *out) {
  int i = get_global_id(0);
  const __global int *p = a + i;
  const __global int *q = a + (a[i] & 255);
  out[i] = (int)(q - p);
  out[256 + i] = p < q ? *p : *q;
  __global int *r = i & 1 ? out + 512 : out + 1024;
  r[i] = ((const __global uchar *)p)[2] + ((const __global short *)q)[1];
}
