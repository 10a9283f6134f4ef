// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=0
// sibling: function_wide_of_division_by_one.cl
// about: nothing is divided by zero where the way to the division is not taken
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0), sum = 0;
  __function_wide_invariant((n == 0 || sum / n < 5) && (n != 0 ? sum % n == 0 : sum <= 8));
  for (int j = 0; j < 8; j++) sum++;
  out[i] = sum;
}
