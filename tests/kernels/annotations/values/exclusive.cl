// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: exclusive_of_two.cl
// about: one work-item at most is the first
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__exclusive(i < 1)); 
  out[i] = 1;
}
