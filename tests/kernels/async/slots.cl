// expect: verified
// launch: --local-size 4 --num-groups 1 --arg n=4
// sibling: slots_reused.cl
// about: without barriers, each iteration copies to a place of its own and reads it

__kernel void sum(__global const int *in, __global int *out, int n) {
  __local int tile[16];
  int total = 0;
  for (int i = 0; i < n; ++i) {
    event_t copied = async_work_group_copy(tile + 4 * i, in + 4 * i, 4, 0);
    wait_group_events(1, &copied);
    total += tile[4 * i + 3 - get_local_id(0)];
  }
  out[get_local_id(0)] = total;
}
