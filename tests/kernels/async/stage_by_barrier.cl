// expect: defect
// property: data-race
// lines: 9 11
// launch: --local-size 8 --num-groups 2
// about: a barrier does not complete an asynchronous copy

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * 8, 8, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[7 - get_local_id(0)];
  wait_group_events(1, &copied);
}
