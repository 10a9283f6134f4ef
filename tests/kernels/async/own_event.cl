// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 4 --num-groups 1
// about: the work-items of a group wait for different events

__kernel void stage(__global const int *in, __global int *out) {
  __local int left[4], right[4];
  event_t first = async_work_group_copy(left, in, 4, 0);
  event_t second = async_work_group_copy(right, in, 4, 0);
  event_t one = get_local_id(0) == 0 ? first : second;
  wait_group_events(1, &one);
  wait_group_events(1, &first);
  wait_group_events(1, &second);
  out[get_local_id(0)] = left[get_local_id(0)] + right[3 - get_local_id(0)];
}
