// equal: narrow wide
// launch: --local-size * --num-groups *
// expect: unknown
// reason: proved equal where local_size(x) * num_groups(x) <= 256
// about: An index of one byte wraps in launches of more than 256 work-items, which are larger than those that are tried.
// mutant: `uchar i` to `ushort i`: unknown
// mutant: `out[i] = in[i] + 1` to `out[i] = in[i] + 2`: defect
__kernel void wide(__global const int *in, __global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] + 1;
}

__kernel void narrow(__global const int *in, __global int *out) {
  uchar i = get_global_id(0);
  out[i] = 1 + in[i];
}
