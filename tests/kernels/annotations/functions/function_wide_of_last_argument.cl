// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: it fails of the last argument that the precondition allows
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, long n, long c) {
  __requires(n + 1 >= c + 1 && c >= 0);
  int sum = 0;
  __function_wide_invariant(c < n);
  for (int j = 0; j < 8; j++) sum += (int)c;
  out[get_local_id(0)] = sum;
}
