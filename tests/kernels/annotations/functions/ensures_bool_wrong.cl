// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the function returns the opposite
// oracle: skip it does not know what functions ensure

bool is_odd(int n) {
  __ensures(__return_val_bool() != __old_bool((n & 1) == 0));
  n = n + 1;
  return (n & 1) == 1;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = is_odd(get_local_id(0));
}
