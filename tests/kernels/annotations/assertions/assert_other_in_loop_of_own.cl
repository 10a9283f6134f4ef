// expect: possible-defect
// property: assertion
// lines: 11
// cause: annotation-not-judged
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: in one iteration each has a value of its own
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  for (int i = get_local_id(0); i < 9; i++) __assert(__other_int(i) == i);
  out[get_global_id(0)] = 1;
}
