// expect: defect
// property: barrier-divergence
// lines: 12
// cause: voided-by-divergence
// launch: --local-size 4 --num-groups 2
// about: a counter that is equal in equal iterations, used behind its loop, which each work-item leaves in its own

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  size_t count;
  for (count = 0; count < get_local_id(0); ++count) out[get_global_id(0)] = 0;
  event_t copied = async_work_group_copy(tile, in, count, 0);
  wait_group_events(1, &copied);
}
