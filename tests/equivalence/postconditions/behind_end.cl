// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: where no work-item comes
// about: Nothing comes to a postcondition behind the kernel's end.
__kernel void k(__global int *a) {
  a[get_global_id(0)] = 0;
  return;
  __postcondition(a[0] == 5);
}
