// Reverses the elements of each group of 64; work-items past the n-th have nothing to store.
__kernel void reverse(__global const int *in, __global int *out, int n) {
  __local int tile[64];
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  tile[lid] = gid < n ? in[gid] : 0;
  if (gid < n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int mirrored = tile[63 - lid];
    out[gid] = mirrored;
  }
}
