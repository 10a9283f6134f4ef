// expect: verified
// launch: --local-size 4 --num-groups 1
// sibling: event_kept.cl
// about: an event that a later copy was handed is waited for, and with it the later copy

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  event_t first = async_work_group_copy(tile, in, 4, 0);
  event_t second = async_work_group_copy(tile + 4, in + 4, 4, first);
  wait_group_events(1, &first);
  out[get_local_id(0)] = tile[4 + get_local_id(0)];
  wait_group_events(1, &second);
}
