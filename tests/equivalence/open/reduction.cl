// equal: strided interleaved
// launch: --local-size * --num-groups *
// expect: verified
// about: A sum over a group, as a tree that every second work-item climbs, or the first ones; for every power of two.
// mutant: `2 * s * tid` to `s * tid`: defect data-race
// mutant: `index < get_local_size(0)` to `index <= get_local_size(0)`: unknown
// mutant: `if (index < get_local_size(0)) x` to `x`: unknown
// mutant: `uint s = 1` to `uint s = 2`: defect
// mutant: `s *= 2` to `s *= 4`: defect
// mutant: `s *= 2` to `s += 1`: defect
// mutant: `s < get_local_size(0)` to `s < get_local_size(0) / 2`: defect
// mutant: `s < get_local_size(0)` to `s <= get_local_size(0)`: unknown
// mutant: `x[index + s]` to `x[index]`: defect
// mutant: `    barrier` to `    // barrier`: defect data-race
// mutant: `x[tid] = in` to `if (tid > 0) x[tid] = in`: unknown
// mutant: `= x[0]` to `= x[1]`: defect
// mutant: `in[get_global_id(0)]` to `in[get_global_id(0) + 1]`: defect
__kernel void strided(__global const uint *in, __global uint *out, __local uint *x) {
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

__kernel void interleaved(__global const uint *in, __global uint *out, __local uint *x) {
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
