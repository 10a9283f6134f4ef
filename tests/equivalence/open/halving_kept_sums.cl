// equal: kept plain
// launch: --local-size * --num-groups *
// expect: verified
// about: One side keeps each work-item's sum in a register, which then is what local memory holds in its place.
// mutant: `mine = mine + x[tid + s];` to `mine = mine + x[tid + s]; else mine = 0;`: unknown
// mutant: `tid < s)` to `tid < 2 * s)`: defect data-race
// mutant: `mine = mine +` to `mine +`: defect
// mutant: `mine = in` to `mine = 1 + in`: defect
// mutant: `x[tid] = mine = in` to `mine = in`: unknown
// mutant: `x[tid] = mine = mine + x[tid + s]` to `x[tid] = mine + x[tid + s], mine += 1`: defect
// mutant: `    if (tid < s)` to `    if (tid == 0) x[0] += 1; if (tid < s)`: verified
// mutant: `    if (tid < s)` to `    mine += 1; if (tid < s)`: defect
__kernel void kept(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  uint mine;
  x[tid] = mine = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) x[tid] = mine = mine + x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = mine;
}

__kernel void plain(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) x[tid] += x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}
