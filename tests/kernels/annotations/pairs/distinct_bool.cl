// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: distinct_bool_of_same.cl
// about: of two work-items of two at most one is the first
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__implies(get_global_size(0) == 2, __distinct_bool(i == 0))); 
  out[i] = 1;
}
