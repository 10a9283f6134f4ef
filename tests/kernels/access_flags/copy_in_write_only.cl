// expect: defect
// property: access-flags
// lines: 8
// launch: --local-size 4 --num-groups 2 --buffer table=16 --buffer out=32 --local tile=16 --access table=write-only --access out=write-only
// about: an asynchronous copy reads memory that kernels may only write

__kernel void stage(__global const float *table, __global float *out, __local float *tile) {
  event_t done = async_work_group_copy(tile, table, 4, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[3 - get_local_id(0)];
}
