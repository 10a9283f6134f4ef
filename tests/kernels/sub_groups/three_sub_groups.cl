// expect: verified
// launch: --local-size 8 --num-groups 2 --sub-group-size 3 --build-options "-cl-std=CL2.0"
// sibling: two_places_for_three.cl
// about: Sub-groups of 3 divide 8 work-items into three, the last one with 2.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int sum[3];
  if (get_sub_group_local_id() == 0) sum[get_sub_group_id()] = get_sub_group_size();
  out[get_global_id(0)] = get_num_sub_groups();
}
