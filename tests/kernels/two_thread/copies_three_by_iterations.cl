// expect: unsupported
// lines: 11
// launch: --engine=two-thread --local-size=8 --num-groups=1 --arg=n=4
// about: Three copies in flight that have an event each are not followed.

__kernel void turns(__global const int *in, __global int *out, int n) {
  __local int tile[24];
  event_t first = async_work_group_copy(tile, in, 8, 0);
  event_t second = async_work_group_copy(tile + 8, in + 8, 8, 0);
  for (int i = 0; i < n; i++) {
    event_t third = async_work_group_copy(tile + 8 * ((i + 2) % 3), in + 8 * (i + 2), 8, 0);
    wait_group_events(1, &first);
    out[8 * i + get_local_id(0)] = tile[8 * (i % 3) + 7 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    first = second;
    second = third;
  }
  wait_group_events(1, &first);
  wait_group_events(1, &second);
}
