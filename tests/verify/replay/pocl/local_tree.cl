__kernel void k(__global const int *a, __global int *out, __local int *unused) {
  __local int tile[64];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  for (int s = 32; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) tile[l] += tile[l + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0] + l;
}
