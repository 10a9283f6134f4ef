// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: pointer_of_own_trips.cl
// about: a pointer that moves in a loop, which the whole group leaves in one iteration

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[16];
  __local int *to = tile;
  for (int i = 0; i < (int)get_group_id(0); ++i) to++;
  event_t copied = async_work_group_copy(to, in, 4, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = 1;
}
