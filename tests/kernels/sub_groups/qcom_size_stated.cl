// expect: verified
// launch: --local-size 8 --num-groups 2 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// sibling: qcom_size_not_stated.cl
// about: The size that the attribute leaves to the device is stated by the option.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__attribute__((qcom_reqd_sub_group_size("half")))
kernel void k(global int* out) {
  local int first[4];
  if (get_sub_group_id() == 0) first[get_sub_group_local_id()] = get_local_id(0);
  out[get_global_id(0)] = 1;
}
