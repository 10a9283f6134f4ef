// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --arg=n=4 --buffer=in=256 --buffer=out=64
// sibling: copy_for_next_iteration_overtaken.cl
// about: each iteration begins the copy that the next one waits for, into the half that is not read

__kernel void stages(__global const int *in, __global int *out, int n) {
  __local int tile[16];
  int l = get_local_id(0), sum = 0;
  event_t copied = async_work_group_copy(tile, in, 8, 0);
  for (int i = 0; i < n; i++) {
    wait_group_events(1, &copied);
    barrier(CLK_LOCAL_MEM_FENCE);
    copied = async_work_group_copy(tile + 8 * ((i + 1) & 1), in + 8 * (i + 1), 8, 0); 
    sum += tile[8 * (i & 1) + 7 - l]; 
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  wait_group_events(1, &copied);
  out[get_global_id(0)] = sum;
}
