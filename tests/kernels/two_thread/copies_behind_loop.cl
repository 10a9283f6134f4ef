// expect: verified
// launch: --engine=two-thread --local-size=4 --num-groups=1 --arg=n=4
// sibling: copies_behind_loop_overlapping.cl
// about: Copies of one event are begun one after the other, and one wait behind the loop is for all of them.
__kernel void copies_behind_loop(__global const int* in, __global int* out, int n) {
  __local int tile[16];
  event_t copied = 0;
  for (int row = 0; row < n; row++) copied = async_work_group_copy(tile + 4 * row, in + 32 * row, 4, copied);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[5 * get_local_id(0)];
}
