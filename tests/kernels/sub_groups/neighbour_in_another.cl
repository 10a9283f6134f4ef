// expect: defect
// property: data-race
// lines: 12 14
// launch: --local-size 8 --num-groups 2 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// about: Work-items whose ids differ in bit 2 are of two sub-groups of 4.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  local int shared[8];
  const uint own = get_local_id(0);
  shared[own] = own;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[own ^ 4];
}
