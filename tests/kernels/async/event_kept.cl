// expect: defect
// property: data-race
// lines: 10 12
// launch: --local-size 4 --num-groups 1
// about: a wait for the event of an earlier copy, of which a later one knows nothing

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  event_t first = async_work_group_copy(tile, in, 4, 0);
  event_t second = async_work_group_copy(tile + 4, in + 4, 4, 0);
  wait_group_events(1, &first);
  out[get_local_id(0)] = tile[4 + get_local_id(0)];
  wait_group_events(1, &second);
}
