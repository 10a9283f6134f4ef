// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// about: One of the work-items that come to the election is chosen in each sub-group.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  if (get_local_id(0) % 4 > 1)
    if (sub_group_elect())
      out[0] = get_local_id(0);
}
