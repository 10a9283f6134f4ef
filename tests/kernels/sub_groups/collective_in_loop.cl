// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: collective_in_own_loop.cl
// about: The loop around a collective function runs equally often for all.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += sub_group_scan_inclusive_add(i);
  out[get_global_id(0)] = sum;
}
