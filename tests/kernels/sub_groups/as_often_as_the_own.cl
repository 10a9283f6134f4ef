// expect: possible-defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: collective-result
// about: A scan gives each work-item its own number of iterations.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, global const int* in) {
  const int most = sub_group_scan_inclusive_max(in[get_global_id(0)] & 7);
  for (int i = 0; i < most; ++i) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = most;
}
