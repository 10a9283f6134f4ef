// expect: defect
// property: data-race
// lines: 10 12
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=128 --buffer=out=64
// about: The next copy begins while others still read the last tile.
__kernel void copied_tiles(__global const int* in, __global int* out, int n) {
  __local int tile[8];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    event_t copied = async_work_group_copy(tile, in + 8 * i, 8, 0);
    wait_group_events(1, &copied);
    for (int k = 0; k < 8; k++) sum += tile[k];
  }
  out[get_global_id(0)] = sum;
}
