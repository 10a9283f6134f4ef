// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: count_of_own.cl
// about: the number of elements is read from one place for the whole group

__kernel void stage(__global const int *in, __global const int *counts, __global int *out) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, in, counts[get_group_id(0)] & 7, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = 1;
}
