// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the sum of the last one wraps
// oracle: skip it does not know sums that do not wrap

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__add_noovfl(i, 0x7fffffff - 14));
  out[i] = 1;
}
