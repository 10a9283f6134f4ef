// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 4 --num-groups 1
// about: a tile is filled while the copy out of it goes on

__kernel void move(__global const int *in, __global int *out) {
  __local int tile[4];
  tile[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t stored = async_work_group_copy(out, tile, 4, 0);
  event_t loaded = async_work_group_copy(tile, in, 4, 0);
  wait_group_events(1, &stored);
  wait_group_events(1, &loaded);
  out[4 + get_local_id(0)] = tile[3 - get_local_id(0)];
}
