// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: the work-items leave the loop in different iterations

__kernel void repeat(__global int *out, int n) {
  int best = 0;
  for (int i = 0; i < get_local_id(0); ++i) best = work_group_reduce_max(best + i + (int)get_local_id(0));
  out[get_global_id(0)] = best;
}
