// expect: defect
// property: data-race
// lines: 12 13
// launch: --local-size 4 --num-groups 2
// about: the work-items write where the strided copy does

__kernel void scatter(__global const int *in, __global int *out) {
  __local int column[4];
  column[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  __global int *mine = out + get_group_id(0) * 8;
  event_t copied = async_work_group_strided_copy(mine, column, 4, 2, 0);
  mine[2 * get_local_id(0) ] = in[get_global_id(0)];
  wait_group_events(1, &copied);
}
