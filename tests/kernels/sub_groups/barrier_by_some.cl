// expect: possible-defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// replay: skip it names the barrier that some do not come to
// about: The barrier of the sub-group is reached by its first work-item only.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  if (get_sub_group_local_id() == 0)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
