// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: write_before_no_barrier.cl
// about: a barrier orders the writes before a copy with the copy

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  tile[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[7 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(tile, in, 8, 0);
  wait_group_events(1, &copied);
}
