// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: two may be among the first two
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__exclusive(i < 2));
  out[i] = 1;
}
