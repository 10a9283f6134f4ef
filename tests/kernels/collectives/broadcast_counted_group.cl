// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: broadcast_counted_id.cl
// about: whose value is broadcast was counted in a loop, which the whole group leaves in one iteration

__kernel void spread(__global int *out) {
  const int own = get_local_id(0);
  size_t from;
  for (from = 0; from < get_group_id(0); ++from) out[get_global_id(0)] = 0;
  out[get_global_id(0)] = work_group_broadcast(own, from);
}
