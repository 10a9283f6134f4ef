// expect: error
// launch: --local-size 8 --num-groups 1 --buffer a=4
// about: seven of the launch's work-items break the precondition

kernel void k(global int *a) {
  __requires(get_global_id(0) == 0);
  a[0] = get_global_id(0);
}
