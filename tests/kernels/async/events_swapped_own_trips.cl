// expect: defect
// property: barrier-divergence
// lines: 16
// launch: --local-size 2 --num-groups 2
// about: two events change roles in a loop, which each work-item leaves in its own iteration

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[16];
  event_t one = async_work_group_copy(tile, in, 4, 0);
  event_t two = async_work_group_copy(tile + 4, in, 4, 0);
  for (int i = 0; i < (int)get_local_id(0); ++i) {
    event_t kept = one;
    one = two;
    two = kept;
  }
  wait_group_events(1, &one);
  wait_group_events(1, &two);
  out[get_global_id(0)] = 1;
}
