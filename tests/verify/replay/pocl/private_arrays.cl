__kernel void k(__global const int *a, __global int *out) {
  int i = get_global_id(0);
  int heap[32];
  short small[7];
  uchar bytes[64];
  for (int j = 0; j < 32; ++j) heap[j] = a[(i + j) & 255];
  for (int j = 1; j < 32; ++j)
    for (int k2 = j; k2 > 0 && heap[k2 - 1] > heap[k2]; --k2) { int t = heap[k2]; heap[k2] = heap[k2 - 1]; heap[k2 - 1] = t; }
  for (int j = 0; j < 7; ++j) small[j] = heap[j * 4];
  __private int *p = heap + (i & 15);
  for (int j = 0; j < 64; ++j) bytes[j] = ((__private uchar *)p)[j];
  out[4 * i] = p[3];
  out[4 * i + 1] = small[i % 7];
  out[4 * i + 2] = bytes[i & 63] + 256 * bytes[63 - (i & 63)];
  out[4 * i + 3] = heap[0] ^ heap[31];
}
