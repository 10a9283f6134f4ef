// expect: defect
// property: barrier-divergence
// lines: 11
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: whose value is broadcast was counted in a loop, which each work-item leaves in its own iteration

__kernel void spread(__global int *out) {
  const int own = get_local_id(0);
  size_t from;
  for (from = 0; from < get_local_id(0); ++from) out[get_global_id(0)] = 0;
  out[get_global_id(0)] = work_group_broadcast(own, from);
}
