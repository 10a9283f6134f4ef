// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: each_iteration_own_bound.cl
// about: a collective function in a loop with one bound for all

__kernel void repeat(__global int *out, int n) {
  int best = 0;
  for (int i = 0; i < n; ++i) best = work_group_reduce_max(best + i + (int)get_local_id(0));
  out[get_global_id(0)] = best;
}
