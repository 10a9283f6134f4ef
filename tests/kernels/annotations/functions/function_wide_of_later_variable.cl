// expect: unknown
// property: assertion
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=5
// about: the variable has no value where the loop begins
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0), sum = 0;
  for (int j = 0; j < n; j++) sum += 2;
  int later = sum;
  __function_wide_invariant(later <= 10);
  out[i] = later;
}
