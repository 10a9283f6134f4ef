// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: id_past_end.cl
// about: There are no more sub-groups than work-items in the group.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int places[8];
  if (get_sub_group_local_id() == 0) places[get_sub_group_id()] = 1;
  out[get_global_id(0)] = 1;
}
