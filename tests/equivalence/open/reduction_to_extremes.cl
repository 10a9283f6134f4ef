// equal: strided interleaved
// launch: --local-size * --num-groups *
// expect: verified
// about: The largest element of a group, with signed indices.
// mutant: `max(` to `min(`: defect
// mutant: `x[index + s])` to `x[index + s] + 1)`: defect
__kernel void strided(__global const int *in, __global int *out, __local int *x) {
  __requires(__is_pow2(get_local_size(0)) && get_local_size(0) <= 1024);
  int tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < get_local_size(0); s *= 2) {
    int index = 2 * s * tid;
    if (index < get_local_size(0)) x[index] = max(x[index], x[index + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}

__kernel void interleaved(__global const int *in, __global int *out, __local int *x) {
  __requires(__is_pow2(get_local_size(0)));
  int tid = get_local_id(0);
  x[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < get_local_size(0); s *= 2) {
    if (tid % (2 * s) == 0) x[tid] = max(x[tid], x[tid + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}
