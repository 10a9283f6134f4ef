// expect: possible-defect
// property: barrier-divergence
// lines: 14
// launch: --local-size 4,2 --num-groups 2,1 --arg n=3 --sub-group-size 4 --sub-group-mapping any --build-options "-cl-std=CL2.0"
// cause: sub-groups
// replay: skip it happens where sub-groups are not rows alone
// about: The device may put work-items of both rows into one sub-group.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, global const int* in, int n) {
  int sum = 0;
  for (int i = get_local_id(1); i < n; i += 2)
    sum += sub_group_broadcast(in[4 * i + get_local_id(0)], 0);
  out[get_global_id(0) + 8 * get_local_id(1)] = sum;
}
