// expect: possible-defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 1 --sub-group-size 4 --build-options "-cl-std=CL2.0"
// cause: collective-result
// about: Whether those that a branch parted come together again for the ballot is not defined.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void k(global int* out, local int* shared) {
  if (get_local_id(0) % 4 != 0) {
    if (get_local_id(0) % 2 == 1) shared[get_local_id(0)] = 1;
    out[sub_group_ballot(1).x] = get_global_id(0);
  }
}
