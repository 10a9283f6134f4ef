// postconditions: k
// launch: --local-size * --num-groups *
// expect: unknown
// reason: only for given sizes
// about: Sizes are left open.
__kernel void k(__global int *a) {
  __postcondition(a[0] == 0);
  a[get_global_id(0)] = 0;
}
