// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: barrier_of_sub_group.cl
// about: A barrier of the group orders the exchange between its work-items.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int shared[8];
  shared[get_local_id(0)] = get_local_id(0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[7 - get_local_id(0)];
}
