// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// about: Those of a cluster have the same sum, and so the same place.

#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable

kernel void k(global int* out, global const int* in) {
  const int sum = sub_group_clustered_reduce_add(in[get_global_id(0)], 2);
  out[sum] = sum + get_local_id(0);
}
