// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 4 --num-groups 2
// about: the number of elements differs between work-items

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, in, 2 * get_local_id(0), 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
