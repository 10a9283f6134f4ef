// expect: defect
// property: data-race
// lines: 9
// launch: --engine=two-thread --local-size=4 --num-groups=1 --arg=n=4
// about: Each copy begins where the one before it ends, which may still be in flight.
__kernel void copies_behind_loop(__global const int* in, __global int* out, int n) {
  __local int tile[16];
  event_t copied = 0;
  for (int row = 0; row < n; row++) copied = async_work_group_copy(tile + 3 * row, in + 32 * row, 4, copied);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[5 * get_local_id(0)];
}
