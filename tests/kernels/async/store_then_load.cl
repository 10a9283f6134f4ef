// expect: verified
// launch: --local-size 4 --num-groups 1
// sibling: store_while_load.cl
// about: a copy out of a tile is waited for before the next one fills it

__kernel void move(__global const int *in, __global int *out) {
  __local int tile[4];
  tile[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t stored = async_work_group_copy(out, tile, 4, 0);
  wait_group_events(1, &stored);
  event_t loaded = async_work_group_copy(tile, in, 4, 0);
  wait_group_events(1, &loaded);
  out[4 + get_local_id(0)] = tile[3 - get_local_id(0)];
}
