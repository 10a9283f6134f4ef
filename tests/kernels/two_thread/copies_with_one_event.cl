// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=256 --buffer=out=64
// sibling: copies_with_one_event_overlapping.cl
// about: copies of one event are begun one after the other, and one wait is for all of them

__kernel void rows(__global const int *in, __global int *out, int n) {
  __local int tile[64];
  int l = get_local_id(0), sum = 0;
  event_t copied = 0;
  for (int i = 0; i < 8; i++)
    copied = async_work_group_copy(tile + 8 * i, in + 8 * (i & 3), 8, copied);
  wait_group_events(1, &copied);
  for (int i = 0; i < 8; i++) sum += tile[8 * i + 7 - l];
  out[get_global_id(0)] = sum + n;
}
