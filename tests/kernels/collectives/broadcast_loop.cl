// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: broadcast_loop_own_bound.cl
// about: a trip count that was broadcast is the same for the group

__kernel void repeat(__global const int *counts, __global int *out) {
  int total = 0;
  const int count = work_group_broadcast(counts[get_local_id(0)] & 3, 1);
  for (int i = 0; i < count; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    total += i;
  }
  out[get_global_id(0)] = total;
}
