// expect: defect
// launch: --local-size 8 --num-groups 1 --buffer out=32
// property: data-race
// lines: 15
// about: what is listed hides no race
// oracle: skip it does not know what functions ensure

int twice(int n) {
  n = n + 1;
  __ensures(__old_int(n) * 2 != __return_val_int());
  return n + n;
}

__kernel void some(__global int *out) {
  out[get_local_id(0) / 2] = twice(get_local_id(0) + 3);
}
