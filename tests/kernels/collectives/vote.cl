// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: vote_by_some.cl
// about: all work-items of a group come to a vote

__kernel void vote(__global const int *in, __global int *out) {
  const size_t own = get_global_id(0);
  if (get_group_id(0) == 1) return;
  const int all = work_group_all(in[own] > 0);
  out[own] = all;
}
