// equal: interleaved strided
// launch: --local-size * --num-groups *
// expect: defect data-race
// reason: proved equal where local_size(x) is a power of two and local_size(x) <= 65536
// mutant: `uint index` to `ushort index`: defect data-race
// about: The index of 32 bits wraps in groups of more than 65,536 work-items, where work-items race. No small launch shows that.
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
