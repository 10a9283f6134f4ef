// equal: doubling selecting
// launch: --local-size * --num-groups *
// expect: verified
// about: Running sums of any group by doubled distances, with two barriers in an iteration.
// mutant: `tid >= d` to `tid > d`: defect
// mutant: `uint d = 1` to `uint d = 2`: defect
// mutant: `d *= 2` to `d *= 3`: defect
// mutant: `x[tid - d]` to `x[tid]`: defect
// mutant: `    barrier` to `    // barrier`: defect data-race
__kernel void doubling(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < get_local_size(0); d *= 2) {
    uint sum = x[tid];
    if (tid >= d) sum += x[tid - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[tid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x[tid];
}

__kernel void selecting(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < get_local_size(0); d <<= 1) {
    uint more = tid < d ? 0 : x[tid - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[tid] += more;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x[tid];
}
