// expect: verified
// launch: --local-size 4 --num-groups 1 --arg n=3
// sibling: tiles_overtaken.cl
// about: the reads of one tile are done before the next one is copied

__kernel void sum(__global const int *in, __global int *out, int n) {
  __local int tile[4];
  int total = 0;
  for (int i = 0; i < n; ++i) {
    event_t copied = async_work_group_copy(tile, in + 4 * i, 4, 0);
    wait_group_events(1, &copied);
    total += tile[3 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_local_id(0)] = total;
}
