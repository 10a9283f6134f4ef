// equal: steps_in_global_memory steps_in_tiles
// launch: --local-size 64 --num-groups *
// expect: verified
// about: One step of diffusion in one dimension: each group keeps its part with a halo in local memory.
// mutant: `u[lid] - 2` to `u[lid] - 3`: defect
// mutant: `if (lid == 63) u[65]` to `if (lid == 62) u[65]`: defect
// mutant: `lid == 0) u[0] = in[gid]` to `lid == 0) u[0] = in[gid + 1]`: defect
__kernel void steps_in_global_memory(__global const float *in, __global float *out, float c) {
  size_t i = get_global_id(0) + 1;
  out[i] = in[i] + c * (in[i - 1] - 2.0f * in[i] + in[i + 1]);
}

__kernel void steps_in_tiles(__global const float *in, __global float *out, float c) {
  __local float u[66];
  size_t lid = get_local_id(0), gid = get_global_id(0);
  u[lid + 1] = in[gid + 1];
  if (lid == 0) u[0] = in[gid];
  if (lid == 63) u[65] = in[gid + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid + 1] = u[lid + 1] + c * (u[lid] - 2.0f * u[lid + 1] + u[lid + 2]);
}
