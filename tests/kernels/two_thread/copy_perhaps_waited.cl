// expect: unsupported
// lines: 7
// launch: --engine=two-thread --local-size=4 --num-groups=1 --arg=n=4
// about: A copy that is waited for on some ways alone is not followed.
__kernel void copy_perhaps_waited(__global const int* in, __global int* out, int n) {
  __local int tile[4];
  event_t copied = async_work_group_copy(tile, in, 4, 0);
  if (n > 3) wait_group_events(1, &copied);
  out[get_local_id(0)] = 1;
}
