// equal: plain reversed
// launch: --local-size 32 --num-groups 4 --buffer in=512 --buffer out=512
// expect: verified
// about: Each group reverses its part through local memory; without the barrier the race stays the verdict.
// mutant: `barrier(CLK_LOCAL_MEM_FENCE);` to ` `: defect data-race
// mutant: `31 - lid]` to `30 - lid]`: defect out-of-bounds
__kernel void plain(__global const int *in, __global int *out) {
  int lid = get_local_id(0), base = get_group_id(0) * 32;
  out[base + lid] = in[base + 31 - lid];
}

__kernel void reversed(__global const int *in, __global int *out) {
  __local int tile[32];
  int lid = get_local_id(0), base = get_group_id(0) * 32;
  tile[lid] = in[base + lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + lid] = tile[31 - lid];
}
