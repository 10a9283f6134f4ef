// equal: interleaved strided
// launch: --local-size * --num-groups *
// expect: unknown
// mutant: `x[index + s]` to `x[index + s - 1]`: defect
// about: Where the group is no power of two, the trees read places that nothing wrote, which may hold anything.
// reason: proved equal where local_size(x) is a power of two
__kernel void interleaved(__global const uint *in, __global uint *out, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    if (tid % (2 * s) == 0) x[tid] += x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}

__kernel void strided(__global const uint *in, __global uint *out, __local uint *x) {
  __requires(get_local_size(0) <= 1024);
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
