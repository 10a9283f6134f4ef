// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the function returns something else
// oracle: skip it does not know what functions ensure

int twice(int n) {
  __ensures(__old_int(n) * 2 == __return_val_int());
  n = n + 1; return n + n;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = twice(get_local_id(0) + 3);
}
