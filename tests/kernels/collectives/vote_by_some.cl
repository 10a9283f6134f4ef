// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: one work-item returns before the vote

__kernel void vote(__global const int *in, __global int *out) {
  const size_t own = get_global_id(0);
  if (get_local_id(0) == 1) return;
  const int all = work_group_all(in[own] > 0);
  out[own] = all;
}
