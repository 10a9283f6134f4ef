// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64 --sub-group-size 4 -D cl_khr_subgroup_extended_types
// oracle: skip it does not know broadcasts of vectors
// about: all lanes write the place that one of them names

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void spread(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  int2 first = sub_group_broadcast((int2)(in[i], 4 * (i / 4)), 0u);
  out[first.y] = i;
}
