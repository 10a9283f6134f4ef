// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=5
// about: it fails in the second one
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0), sum = 0;
  __function_wide_invariant(sum <= 20);
  for (int j = 0; j < n; j++) sum += 2;
  for (int j = 0; j < n; j++) sum += 3;
  out[i] = sum;
}
