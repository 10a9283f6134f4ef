// expect: unsupported
// lines: 7
// launch: --engine=two-thread --local-size=4 --global-size=5 --buffer=in=16 --buffer=out=20
// about: The last group has one work-item, so that there are no two to follow.
__kernel void copy_of_one_work_item(__global const int* in, __global int* out) {
  __local int tile[4];
  event_t copied = async_work_group_copy(tile, in, 4, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
