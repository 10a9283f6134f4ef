// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: count_of_own_trips.cl
// about: a counter used behind its loop, which the whole group leaves in one iteration

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  size_t count;
  for (count = 0; count < get_num_groups(0); ++count) out[get_global_id(0)] = 0;
  event_t copied = async_work_group_copy(tile, in, count, 0);
  wait_group_events(1, &copied);
}
