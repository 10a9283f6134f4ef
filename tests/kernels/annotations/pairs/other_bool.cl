// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: other_bool_opposite.cl
// about: what holds of the other work-item
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__other_bool(i < 16)); 
  out[i] = 1;
}
