// equal: flat tree
// launch: --local-size 32 --num-groups 2 --buffer in=256 --buffer out=8 --arithmetic real
// expect: verified
// about: A tree of floats is a loop of floats as real numbers, and not bit by bit.
// mutant: `k >>= 1` to `k >>= 2`: defect
// mutant: `tile[lid] += tile[lid + k]` to `tile[lid] -= tile[lid + k]`: defect
__kernel void flat(__global const float *in, __global float *out) {
  if (get_local_id(0) != 0) return;
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += in[get_group_id(0) * 32 + i];
  out[get_group_id(0)] = sum;
}

__kernel void tree(__global const float *in, __global float *out) {
  __local float tile[32];
  int lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 16; k > 0; k >>= 1) {
    if (lid < k) tile[lid] += tile[lid + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = tile[0];
}
