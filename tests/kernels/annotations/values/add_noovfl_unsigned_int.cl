// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: add_noovfl_unsigned_int_less.cl
// about: an unsigned sum that is taken not to wrap is larger than its part
// oracle: skip it does not know sums that do not wrap

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  uint sum = __add_noovfl_unsigned_int(i, 0xfffffff8u);
  __assert(sum > i); 
  out[i] = sum;
}
