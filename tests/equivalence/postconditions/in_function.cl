// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: stands in a function that is not a kernel
// about: A postcondition in a function that is no kernel.
void state(__global int *a) { __postcondition(a[0] == 5); }
__kernel void k(__global int *a) {
  state(a);
  a[get_global_id(0)] = 0;
}
