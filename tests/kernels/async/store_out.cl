// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: store_out_unfenced.cl
// about: a barrier orders what a copy reads from local memory

__kernel void store(__global int *out) {
  __local int tile[8];
  tile[7 - get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
  wait_group_events(1, &copied);
}
