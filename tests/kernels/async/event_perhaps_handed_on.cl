// expect: possible-defect
// property: data-race
// lines: 13 15
// cause: event-not-matched 14
// launch: --local-size 4 --num-groups 1
// about: the event handed to a later copy is null or not, as a value says that the launch does not give

__kernel void stage(__global const int *in, __global int *out, int shared) {
  __local int tile[8];
  event_t first = async_work_group_copy(tile, in, 4, 0);
  event_t given = 0;
  if (shared) given = first;
  event_t second = async_work_group_copy(tile + 4, in + 4, 4, given);
  wait_group_events(1, &first);
  out[get_local_id(0)] = tile[4 + get_local_id(0)];
  wait_group_events(1, &second);
}
