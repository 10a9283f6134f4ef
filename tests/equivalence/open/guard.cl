// equal: guarded plain
// launch: --local-size * --num-groups *
// expect: defect
// reason: proved equal where n >= local_size(x) * num_groups(x)
// about: A guard makes a difference unless there are at least as many elements as work-items.
// mutant: `i < n` to `i < n && i != 3`: defect
__kernel void guarded(__global const int *in, __global int *out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i] * 2;
}

__kernel void plain(__global const int *in, __global int *out, int n) {
  int i = get_global_id(0);
  out[i] = in[i] + in[i];
}
