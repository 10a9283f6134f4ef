// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: dominator_enabled_denied.cl
// about: who comes to an assertion came to where its way began
// oracle: skip it does not know who is enabled

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__dominator_enabled()); 
  out[i] = 1;
}
