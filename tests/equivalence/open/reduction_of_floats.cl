// equal: strided interleaved
// launch: --local-size * --num-groups *
// expect: verified
// about: Both trees join the same floats in the same order, so sums are equal bit by bit.
// mutant: `s *= 2` to `s *= 4`: defect
// mutant: `2 * s * tid` to `s * tid`: defect data-race
// mutant: `x[index + s]` to `x[index]`: defect
// mutant: `x[index] += x[index + s]` to `x[index] = x[index + s] - x[index]`: defect
__kernel void strided(__global const float *in, __global float *out, __local float *x) {
  __requires(__is_pow2(get_local_size(0)) && get_local_size(0) <= 1024);
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    uint index = 2 * s * tid;
    if (index < get_local_size(0)) x[index] += x[index + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}

__kernel void interleaved(__global const float *in, __global float *out, __local float *x) {
  __requires(__is_pow2(get_local_size(0)));
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    if (tid % (2 * s) == 0) x[tid] += x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}
