// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: size_not_required.cl
// about: The attribute is also known without the name of its maker.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__attribute__((reqd_sub_group_size(4)))
kernel void k(global int* out) {
  local int first[4];
  if (get_sub_group_id() == 0) first[get_sub_group_local_id()] = get_local_id(0);
  out[get_global_id(0)] = 1;
}
