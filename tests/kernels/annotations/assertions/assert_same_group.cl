// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: assert_same_group_negated.cl
// about: work-items of one group have one group id
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  __assert(__implies(__same_group, __uniform_int(get_group_id(0))));
  out[get_global_id(0)] = 1;
}
