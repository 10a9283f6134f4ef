// expect: verified
// launch: --local-size 4 --num-groups 1
// sibling: never_waited.cl
// about: a copy that the kernel itself does not need is waited for

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[4];
  event_t copied = async_work_group_copy(tile, in, 4, 0);
  out[get_local_id(0)] = 1;
  wait_group_events(1, &copied);
}
