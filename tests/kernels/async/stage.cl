// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: stage_by_barrier.cl
// about: a wait makes an asynchronous copy visible to the work-items of the group

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * 8, 8, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[7 - get_local_id(0)];
}
