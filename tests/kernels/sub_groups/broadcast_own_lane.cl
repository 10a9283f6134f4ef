// expect: possible-defect
// property: barrier-divergence
// lines: 13
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// about: Each work-item asks for the value of another one.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, global const int* in) {
  uint from = get_sub_group_local_id() / 2;
  int value = in[get_global_id(0)];
  out[get_global_id(0)] = sub_group_broadcast(value, from);
}
