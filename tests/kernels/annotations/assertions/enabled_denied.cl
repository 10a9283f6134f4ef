// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it is denied
// oracle: skip it does not know which work-items are enabled

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(!__enabled());
  out[i] = 1;
}
