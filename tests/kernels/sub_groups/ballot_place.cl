// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// about: All of a sub-group count the same votes, and take the number for a place.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out) {
  const uint4 votes = sub_group_ballot(get_local_id(0) % 3 == 0);
  out[sub_group_ballot_bit_count(votes)] = get_global_id(0);
}
