// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: local ids are distinct within a group alone
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  __assert(__distinct_int(get_local_id(0)));
  out[get_global_id(0)] = 1;
}
