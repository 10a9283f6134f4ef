// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options "-cl-std=CL2.0" --barrier-rule cuda
// about: a collective function needs all of the group, whatever the rule for barriers

__kernel void vote(__global int *out) {
  if (get_local_id(0) == 3) return;
  out[get_global_id(0)] = work_group_all(1);
}
