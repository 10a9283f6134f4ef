// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: cannot depend on ids
// about: A function that a postcondition calls names an id.
int mine(void) { return get_local_id(0); }
__kernel void k(__global int *a) {
  __postcondition(a[mine()] == 0);
  a[get_global_id(0)] = 0;
}
