// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=256 --arg n=8
// sibling: function_wide_of_reads_by_case_shifted.cl
// about: what it says of reads has cases
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, __global const int *in, int n) {
  int i = get_local_id(0), sum = 0;
  for (int j = 0; j < n; j++) sum += in[n * j + i];
  __function_wide_invariant(__read_implies(in, __ite(i < 4, __read_offset_bytes(in) / 4 % n,
                                                     __read_offset_bytes(in) / 4 % n - 4) == i % 4));
  out[i] = sum;
}
