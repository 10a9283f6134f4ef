// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 2
// about: a copy does not wait for the writes before its call, its own work-item included

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  tile[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[7 - get_local_id(0)];
  event_t copied = async_work_group_copy(tile, in, 8, 0);
  wait_group_events(1, &copied);
}
