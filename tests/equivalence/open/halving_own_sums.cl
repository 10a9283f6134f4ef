// equal: own_sums own_sums_reversed
// launch: --local-size * --num-groups *
// expect: verified
// about: Work-items keep their own sums from one iteration to the next, beside those in local memory.
// mutant: `mine = x[tid];` to `mine = x[tid] + 1;`: defect
// mutant: `= mine = mine +` to `= mine +`: defect
__kernel void own_sums(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mine = x[tid];
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) x[tid] = mine = mine + x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}

__kernel void own_sums_reversed(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  uint mine = in[get_global_id(0)];
  x[tid] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s != 0; s /= 2) {
    if (s > tid) {
      mine = x[s + tid] + mine;
      x[tid] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}
