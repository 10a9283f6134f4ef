// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: not each work-item comes to the postcondition
// about: A postcondition in a branch would hold where no work-item takes it.
__kernel void k(__global int *a) {
  if (get_global_id(0) == 100) __postcondition(a[0] == 5);
  a[get_global_id(0)] = 0;
}
