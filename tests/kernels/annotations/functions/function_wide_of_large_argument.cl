// expect: unknown
// property: assertion
// launch: --local-size 8 --num-groups 1 --buffer out=32
// replay: skip the values that are tried do not keep to the precondition
// about: it fails only where the sum in the precondition comes round
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, long n, long c) {
  __requires(n >= (long)((ulong)c + 1) && c >= 0);
  int sum = 0;
  __function_wide_invariant(c < n);
  for (int j = 0; j < 8; j++) sum += (int)c;
  out[get_local_id(0)] = sum;
}
