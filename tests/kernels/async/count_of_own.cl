// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 4 --num-groups 2
// about: the number of elements may differ between work-items, and with equal contents does not

__kernel void stage(__global const int *in, __global const int *counts, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, in, counts[get_local_id(0)] & 7, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = 1;
}
