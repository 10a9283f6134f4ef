// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: assert_distinct_in_group_only.cl
// about: an assertion about two work-items holds for those of one group and of two
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  __assert(__distinct_int(get_global_id(0)));
  out[get_global_id(0)] = 1;
}
