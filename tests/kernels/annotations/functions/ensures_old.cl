// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: ensures_old_changed.cl
// about: the value that an argument had when the function began
// oracle: skip it does not know what functions ensure

int twice(int n) {
  __ensures(__old_int(n) * 2 == __return_val_int());
  return n + n;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = twice(get_local_id(0) + 3);
}
