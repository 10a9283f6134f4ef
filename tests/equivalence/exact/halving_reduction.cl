// equal: flat halving
// launch: --local-size 32 --num-groups 2 --buffer in=256 --buffer out=8
// expect: verified
// about: A tree that adds the upper half to the lower one against a loop of one work-item.
// mutant: `k >>= 1` to `k >>= 2`: defect
// mutant: `lid < k` to `lid <= k`: defect data-race
// mutant: `i < 32` to `i < 31`: defect
__kernel void flat(__global const int *in, __global int *out) {
  if (get_local_id(0) != 0) return;
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += in[get_group_id(0) * 32 + i];
  out[get_group_id(0)] = sum;
}

__kernel void halving(__global const int *in, __global int *out) {
  __local int tile[32];
  int lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 16; k > 0; k >>= 1) {
    if (lid < k) tile[lid] += tile[lid + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = tile[0];
}
