// expect: unsupported
// lines: 9
// launch: --local-size 8 --num-groups 2
// oracle: skip asynchronous copies are not interpreted
// about: asynchronous copies between memories are not modelled

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * 8, 8, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[7 - get_local_id(0)];
}
