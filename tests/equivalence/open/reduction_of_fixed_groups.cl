// equal: interleaved swapped
// launch: --local-size 16,16 --num-groups *,1
// expect: verified
// about: Groups of a given size, and any number of them: the loop is proved as one of unknown length.
// mutant: `s *= 2` to `s *= 4`: defect
// mutant: `x[tid + s]` to `x[tid]`: defect
__kernel void interleaved(__global const uint *in, __global uint *out, __local uint *x) {
  size_t tid = get_local_id(1) * 16 + get_local_id(0);
  x[tid] = in[get_group_id(0) * 256 + tid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = 1; s < 256; s *= 2) {
    if (tid % (2 * s) == 0) x[tid] += x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}

__kernel void swapped(__global const uint *in, __global uint *out, __local uint *x) {
  size_t tid = get_local_id(0) + 16 * get_local_id(1);
  x[tid] = in[get_group_id(0) * 256 + tid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = 1; s < 256; s <<= 1) {
    if (tid % (2 * s) == 0) x[tid] = x[s + tid] + x[tid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}
