// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32 --arg n=9
// sibling: observe_in_function_by_itself.cl
// about: what a function reads that an assumption calls is no access of the kernel

bool sorted(__global const int *a, int n) {
  bool all = true;
  for (int i = 1; i < n; i++) all = all & a[i - 1] <= a[i];
  return all;
}

__kernel void some(__global int *out, __global const int *in, int n) {
  __assume(sorted(in, n));
  out[get_local_id(0)] = in[get_local_id(0)];
}
