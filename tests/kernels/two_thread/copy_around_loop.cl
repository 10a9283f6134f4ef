// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=64 --buffer=out=64
// sibling: copy_around_loop_met.cl
// about: A copy is in flight during a loop with barriers that accesses other memory.
__kernel void copy_around_loop(__global const int* in, __global int* out, int n) {
  __local int tile[8], work[8];
  int l = get_local_id(0);
  event_t copied = async_work_group_copy(tile, in + 8 * get_group_id(0), 8, 0);
  for (int i = 0; i < n; i++) {
    work[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[7 - l] + work[l];
}
