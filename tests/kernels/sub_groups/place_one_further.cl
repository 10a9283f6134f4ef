// expect: possible-defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// about: The place behind that of the last work-item is one too far.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int place[8];
  const uint own = get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id();
  place[own + 1] = get_local_id(0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = place[get_local_id(0)];
}
