// equal: sums_in_places sums_in_turn
// launch: --local-size * --num-groups *
// expect: verified
// about: Each work-item adds up in a place of its own, in a loop of unknown length.
// mutant: `x[tid] += in[k]` to `x[tid] -= in[k]`: defect
// mutant: `x[tid] = 0` to `x[tid] = 1`: defect
// mutant: `x[tid] += in[k]` to `x[tid] = in[k]`: defect
__kernel void sums_in_places(__global const uint *in, __global uint *out, uint n, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = 0;
  for (uint k = 0; k < n; ++k) x[tid] += in[k];
  out[get_global_id(0)] = x[tid];
}

__kernel void sums_in_turn(__global const uint *in, __global uint *out, uint n, __local uint *x) {
  uint tid = get_local_id(0);
  x[tid] = 0;
  for (uint k = 0; k < n; ++k) x[tid] = in[k] + x[tid];
  out[get_global_id(0)] = x[tid];
}
