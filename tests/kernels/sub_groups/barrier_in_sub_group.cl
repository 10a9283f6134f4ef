// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: barrier_by_some.cl
// about: All of a sub-group take the branch on its id, so all of it come to the barrier.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  if (get_sub_group_id() == 0)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
