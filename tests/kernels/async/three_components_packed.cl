// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 1 --buffer in=48 --buffer out=64
// about: a buffer for three packed components is too small

__kernel void stage(__global const float3 *in, __global float *out) {
  __local float3 tile[4];
  event_t copied = async_work_group_copy(tile, in, 4, 0);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[get_local_id(0)].z;
}
