// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=16
// sibling: assume_guard_too_wide.cl
// about: work-items for which the assumption does not hold are left out

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  __assume(i < 4);
  out[i] = i;
}
