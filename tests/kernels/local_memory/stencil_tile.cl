// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=16 --buffer in=64 --buffer out=64
// sibling: stencil_tile_no_barrier.cl
// about: a tile with halo cells is loaded, then read after a barrier

__kernel void blur(__global const int *in, __global int *out, int n) {
  __local int tile[10];
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  tile[lid + 1] = in[gid];
  if (lid == 0) tile[0] = gid > 0 ? in[gid - 1] : 0;
  if (lid == 7) tile[9] = gid + 1 < n ? in[gid + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[lid];
  sum += tile[lid + 1];
  sum += tile[lid + 2];
  out[gid] = sum / 3;
}
