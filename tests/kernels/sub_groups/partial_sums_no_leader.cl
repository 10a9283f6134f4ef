// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// about: Every work-item of a sub-group writes the place of the sub-group.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, global const int* in) {
  local int partial[8];
  int sum = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() >= 0)
    partial[get_sub_group_id()] = sum + get_local_id(0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) < get_num_sub_groups()) out[get_global_id(0)] = partial[get_local_id(0)];
}
