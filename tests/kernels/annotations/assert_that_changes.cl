// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: assert_that_changes_too_much.cl
// about: what an assertion changes is changed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(i++ >= 0);
  out[i - 1] = 1; 
}
