// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: dominator_enabled_denied.cl
// about: work-items that reach an assertion have passed its dominator
// oracle: skip it does not know which work-items are enabled

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__dominator_enabled()); 
  out[i] = 1;
}
