// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: ensures_result_wrong.cl
// about: what a function ensures of its result holds where it returns
// oracle: skip it does not know what functions ensure

int next(int n) {
  __ensures(__return_val_int() == n + 1);
  n = n + 1;
  return n;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = next(get_local_id(0));
}
