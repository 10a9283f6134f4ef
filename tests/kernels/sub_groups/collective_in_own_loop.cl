// expect: possible-defect
// property: barrier-divergence
// lines: 13
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// cause: sub-groups
// replay: skip it names the function that some do not call
// about: The loop around a collective function runs as often as the local id says.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, int n) {
  int sum = 0;
  for (int i = 0; i < (int)get_local_id(0); ++i)
    sum += sub_group_scan_inclusive_add(i);
  out[get_global_id(0)] = sum;
}
