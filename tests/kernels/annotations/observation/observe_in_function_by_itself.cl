// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32 --arg n=9
// about: the same function, called by the kernel itself

bool sorted(__global const int *a, int n) {
  bool all = true;
  for (int i = 1; i < n; i++) all = all & a[i - 1] <= a[i];
  return all;
}

__kernel void some(__global int *out, __global const int *in, int n) {
  bool all = sorted(in, n); __assume(all);
  out[get_local_id(0)] = in[get_local_id(0)];
}
