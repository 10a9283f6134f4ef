// expect: possible-defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// replay: skip it happens with sub-groups of one work-item alone
// about: There may be as many sub-groups as work-items, one more than the array has places.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int places[7];
  if (get_sub_group_local_id() == 0) places[get_sub_group_id()] = 1;
  out[get_global_id(0)] = 1;
}
