// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: all_but_one.cl
// about: it holds for both
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__all(i < 16)); 
  out[i] = 1;
}
