// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: enabled_denied.cl
// about: a work-item that reaches an assertion is enabled there
// oracle: skip it does not know which work-items are enabled

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__enabled()); 
  out[i] = 1;
}
