// expect: unknown
// property: assertion
// cause: annotation-not-judged 10
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a variable that changed before the annotation has no old value there: that is not judged
// oracle: skip it does not know what functions ensure

int twice(int n) {
  n = n + 1;
  __ensures(__old_int(n) * 2 != __return_val_int());
  return n + n;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = twice(get_local_id(0) + 3);
}
