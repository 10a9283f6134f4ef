// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --local-size 8 --num-groups 2
// about: half of the group comes to the copy

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  if (get_local_id(0) < 4) {
    event_t copied = async_work_group_copy(tile, in, 8, 0);
    wait_group_events(1, &copied);
    out[get_local_id(0)] = tile[get_local_id(0)];
  }
}
