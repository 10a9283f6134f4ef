// expect: verified
// launch: --local-size 8 --num-groups 1 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// sibling: elected_by_some.cl
// about: The elected work-item writes its own place.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  if (get_local_id(0) % 4 > 1)
    if (sub_group_elect())
      out[get_local_id(0)] = get_local_id(0);
}
