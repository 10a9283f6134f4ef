// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32
// sibling: groups_meet.cl
// about: the copies of two groups write different places

__kernel void store(__global int *out) {
  __local int tile[4];
  tile[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(out + get_group_id(0) * 4, tile, 4, 0);
  wait_group_events(1, &copied);
  if (get_group_id(0) == 1) out[get_global_id(0)] += 1;
}
