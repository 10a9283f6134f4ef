// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: some sum is the largest
// oracle: skip it does not know sums that do not wrap

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  uint sum = __add_noovfl_unsigned_int(i, 0xfffffff8u);
  __assert(sum < 0xffffffffu);
  out[i] = sum;
}
