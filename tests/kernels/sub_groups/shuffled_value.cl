// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: shuffled_index.cl
// about: A value of another work-item of the sub-group is stored at the own place.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, global const int* in) {
  int value = sub_group_ballot(in[get_global_id(0)]).x;
  out[get_global_id(0)] = value;
}
