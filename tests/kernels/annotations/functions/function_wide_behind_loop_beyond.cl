// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=5
// about: the last iteration exceeds it
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0), sum = 0;
  for (int j = 0; j < n; j++) sum += 2;
  __function_wide_invariant(sum < 10 && i < (int)get_local_size(0));
  out[i] = sum;
}
