// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: for one argument it returns another
// oracle: skip it does not know what functions ensure

int next(int n) {
  __ensures(__return_val_int() == n + 1);
  n = n + 1; if (n == 5) return 4;
  return n;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = next(get_local_id(0));
}
