// equal: gathered unrolled
// launch: --local-size * --num-groups *
// expect: verified
// about: A gather by an index from another buffer, whose contents are anything.
// mutant: `in[at + 1]` to `in[at + 2]`: defect
// mutant: `index[i]` to `index[0]`: defect
__kernel void gathered(__global const float *in, __global const ushort *index, __global float *out) {
  size_t i = get_global_id(0);
  out[i] = in[index[i]] + in[index[i] + 1];
}

__kernel void unrolled(__global const float *in, __global const ushort *index, __global float *out) {
  size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  size_t at = index[i];
  float first = in[at];
  out[i] = in[at + 1] + first;
}
