// expect: verified
// launch: --local-size 8 --num-groups 2 --sub-group-size 4 --buffer out=64 --buffer in=64 --build-options "-cl-std=CL2.0"
// sibling: of_sub_group_same_start.cl
// about: sub-groups compact what they hold, each in its own part of the result

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void compact(global int* out, global const int* in) {
  int x = in[get_global_id(0)];
  uint first = get_group_id(0) * get_local_size(0) + get_sub_group_id() * get_max_sub_group_size();
  uint kept = sub_group_scan_inclusive_add(x > 0 ? 1u : 0u);
  if (x > 0) out[first + kept - 1] = x;
}
