// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: broadcast_own_lane.cl
// about: All of a sub-group ask for the value of the same work-item.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, global const int* in) {
  uint from = 0;
  int value = in[get_global_id(0)];
  out[get_global_id(0)] = sub_group_broadcast(value, from);
}
