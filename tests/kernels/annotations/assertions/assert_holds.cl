// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: assert_fails.cl
// about: an assertion about ids holds

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(i - get_local_id(0) * 1 <= 8);
  out[i] = i;
}
