// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: half_a_group.cl
// about: a condition that is the same for the whole group

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[8];
  if (get_group_id(0) == 1) {
    event_t copied = async_work_group_copy(tile, in, 8, 0);
    wait_group_events(1, &copied);
    out[get_local_id(0)] = tile[get_local_id(0)];
  }
}
