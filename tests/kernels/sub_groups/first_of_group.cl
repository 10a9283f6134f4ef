// expect: possible-defect
// property: data-race
// lines: 13 15
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// about: A write of the first work-item of another sub-group is not ordered by a barrier of the own one.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int shared[8];
  const uint first = get_sub_group_id() * get_max_sub_group_size();
  shared[first + get_sub_group_local_id()] = get_local_id(0);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[0];
}
