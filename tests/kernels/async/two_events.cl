// expect: verified
// launch: --local-size 4 --num-groups 1
// sibling: two_events_one_waited.cl
// about: a wait for a list of events, through a function

void finish(event_t *all, int count) { wait_group_events(count, all); }

__kernel void stage(__global const int *a, __global const int *b, __global int *out) {
  __local int left[4], right[4];
  event_t copied[2];
  copied[0] = async_work_group_copy(left, a, 4, 0);
  copied[1] = async_work_group_copy(right, b, 4, 0);
  finish(copied, 2);
  out[get_local_id(0)] = left[get_local_id(0)] + right[3 - get_local_id(0)];
  finish(copied + 1, 1);
}
