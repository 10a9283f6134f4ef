// expect: defect
// property: data-race
// lines: 12 14
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=256 --buffer=out=64
// about: the half is read into which the copy for the next iteration goes

__kernel void turns(__global const int *in, __global int *out, int n) {
  __local int tile[16];
  int l = get_local_id(0), sum = 0;
  event_t now = async_work_group_copy(tile, in, 8, 0);
  for (int i = 0; i < n; i++) {
    event_t next = async_work_group_copy(tile + 8 * ((i + 1) & 1), in + 8 * (i + 1), 8, 0);
    wait_group_events(1, &now);
    sum += tile[8 * ((i + 1) & 1) + 7 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    now = next;
  }
  wait_group_events(1, &now);
  out[get_global_id(0)] = sum;
}
