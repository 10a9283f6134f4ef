// equal: forwards backwards
// launch: --local-size * --num-groups *
// expect: verified
// about: The same, with the work-items counted from the other end.
// mutant: `get_global_size(0) - 1 - get` to `get_global_size(0) - 2 - get`: defect
// mutant: `2 * in[i]` to `3 * in[i]`: defect
__kernel void forwards(__global const uint *in, __global uint *out) {
  size_t i = get_global_id(0);
  out[i + 4] = in[i + 4] * 3;
}

__kernel void backwards(__global const uint *in, __global uint *out) {
  size_t i = get_global_size(0) - 1 - get_global_id(0) + 4;
  out[i] = in[i] + 2 * in[i];
}
