// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: add_noovfl_of_four_wraps.cl
// about: sums of four that stay in their type
// oracle: skip it does not know sums that do not wrap

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__add_noovfl(i, 0x7fffffff - 17, 1, 1)); 
  out[i] = 1;
}
