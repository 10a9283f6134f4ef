// equal: plain tiled
// launch: --local-size 32 --num-groups *
// expect: verified
// about: A stencil of three points with a halo in local memory.
// mutant: `tile[lid + 2]` to `tile[lid + 1]`: defect
// mutant: `if (lid == 31) tile[33] = in[gid + 2];` to `if (lid == 31) tile[33] = in[gid + 1];`: defect
// mutant: `if (lid == 0) tile[0]` to `if (lid == 1) tile[0]`: defect
__kernel void plain(__global const float *in, __global float *out) {
  size_t i = get_global_id(0) + 1;
  out[i] = in[i - 1] + in[i] + in[i + 1];
}

__kernel void tiled(__global const float *in, __global float *out) {
  __local float tile[34];
  size_t lid = get_local_id(0), gid = get_global_id(0);
  tile[lid + 1] = in[gid + 1];
  if (lid == 0) tile[0] = in[gid];
  if (lid == 31) tile[33] = in[gid + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid + 1] = tile[lid] + tile[lid + 1] + tile[lid + 2];
}
