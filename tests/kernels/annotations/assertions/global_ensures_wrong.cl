// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the function returns something else
// oracle: skip it does not know what functions ensure

int next(int n) {
  __global_ensures(__return_val_int() == n + 1);
  return n + 2;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = next(get_local_id(0));
}
