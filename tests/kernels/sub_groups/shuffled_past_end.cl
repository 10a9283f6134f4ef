// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// cause: collective-result
// about: The first work-item of a sub-group takes the value of one before it, which is undefined.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  const uint before = sub_group_shuffle_up(get_local_id(0), 1);
  if (get_sub_group_local_id() == 0) out[before % 2] = get_global_id(0);
}
