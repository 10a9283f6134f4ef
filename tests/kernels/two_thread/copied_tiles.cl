// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=128 --buffer=out=64
// sibling: copied_tiles_overtaken.cl
// about: Each tile is copied, waited for and read before the next copy begins.
__kernel void copied_tiles(__global const int* in, __global int* out, int n) {
  __local int tile[8];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    event_t copied = async_work_group_copy(tile, in + 8 * i, 8, 0);
    wait_group_events(1, &copied);
    for (int k = 0; k < 8; k++) sum += tile[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
