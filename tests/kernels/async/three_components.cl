// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer in=64 --buffer out=64
// sibling: three_components_packed.cl
// about: elements of three components are copied as those of four

__kernel void stage(__global const float3 *in, __global float *out) {
  __local float3 tile[4];
  event_t copied = async_work_group_copy(tile, in, 4, 0);
  wait_group_events(1, &copied);
  out[get_local_id(0)] = tile[get_local_id(0)].z;
}
