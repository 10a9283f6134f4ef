// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: not each work-item comes to the postcondition
// about: Some work-items return before the postcondition.
__kernel void k(__global int *a) {
  if (get_global_id(0) > 5) return;
  __postcondition(a[7] == 0);
  a[get_global_id(0)] = 0;
}
