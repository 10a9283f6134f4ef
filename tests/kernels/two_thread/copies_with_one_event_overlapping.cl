// expect: defect
// property: data-race
// lines: 12
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=256 --buffer=out=64
// about: each copy begins where the one before it ends, which may still be in flight

__kernel void rows(__global const int *in, __global int *out, int n) {
  __local int tile[64];
  int l = get_local_id(0), sum = 0;
  event_t copied = 0;
  for (int i = 0; i < 8; i++)
    copied = async_work_group_copy(tile + 7 * i, in + 8 * (i & 3), 8, copied);
  wait_group_events(1, &copied);
  for (int i = 0; i < 8; i++) sum += tile[8 * i + 7 - l];
  out[get_global_id(0)] = sum + n;
}
