// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: uniform_bool_of_some.cl
// about: all work-items agree on a condition
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__uniform_bool(i < 16)); 
  out[i] = 1;
}
