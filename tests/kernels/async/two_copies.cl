// expect: verified
// launch: --local-size 4 --num-groups 1
// sibling: two_copies_meet.cl
// about: two copies at once fill different halves of a tile

__kernel void stage(__global const int *a, __global const int *b, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, a, 4, 0);
  copied = async_work_group_copy(tile + 4, b, 4, copied);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[2 * get_local_id(0)];
}
