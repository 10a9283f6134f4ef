// expect: possible-defect
// property: data-race
// lines: 12 14
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// about: A barrier of the sub-group does not order work-items of different sub-groups.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int shared[8];
  shared[get_local_id(0)] = get_local_id(0);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[7 - get_local_id(0)];
}
