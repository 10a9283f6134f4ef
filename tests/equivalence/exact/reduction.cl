// equal: modulo strided
// launch: --local-size 64 --num-groups 4 --buffer in=1024 --buffer out=16
// expect: verified
// about: Two trees over integers add the same elements in different orders; machine addition is associative.
// mutant: `2 * k * lid` to `k * lid`: defect data-race
// mutant: `k < 64; k *= 2` to `k < 32; k *= 2`: defect
__kernel void modulo(__global const uint *in, __global uint *out) {
  __local uint tile[64];
  uint lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 1; k < 64; k *= 2) {
    if (lid % (2 * k) == 0) tile[lid] += tile[lid + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = tile[0];
}

__kernel void strided(__global const uint *in, __global uint *out) {
  __local uint tile[64];
  uint lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 1; k < 64; k *= 2) {
    uint i = 2 * k * lid;
    if (i < 64) tile[i] += tile[i + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = tile[0];
}
