// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 4 --num-groups 1
// about: two copies at once meet in one element

__kernel void stage(__global const int *a, __global const int *b, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, a, 5, 0);
  copied = async_work_group_copy(tile + 4, b, 4, copied);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[2 * get_local_id(0)];
}
