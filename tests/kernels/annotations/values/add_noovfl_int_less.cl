// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it is not larger by one
// oracle: skip it does not know sums that do not wrap

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  int sum = __add_noovfl_int(i, 0x7fffffff - 7);
  __assert(sum < 0x7fffffff);
  out[i] = sum;
}
