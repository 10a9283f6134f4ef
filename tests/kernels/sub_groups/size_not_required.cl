// expect: possible-defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// replay: skip it happens with sub-groups of more than 4 work-items alone
// about: A sub-group may have more work-items than the array has elements, because its size is not stated.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int first[4];
  if (get_sub_group_id() == 0) first[get_sub_group_local_id()] = get_local_id(0);
  out[get_global_id(0)] = 1;
}
