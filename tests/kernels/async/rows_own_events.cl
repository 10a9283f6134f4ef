// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 1 --arg n=4
// about: each copy gets an event of its own, and only the last one is waited for

__kernel void stage(__global const int *in, __global int *out, int n) {
  __local int tile[16];
  event_t copied = 0;
  for (int row = 0; row < n; ++row)
    copied = async_work_group_copy(tile + 4 * row, in + 32 * row, 4, 0);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[5 * get_local_id(0)];
}
