// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: broadcast_own_id.cl
// about: all work-items name the same work-item to broadcast from

__kernel void spread(__global const int *in, __global int *out) {
  out[get_global_id(0)] = work_group_broadcast(in[get_global_id(0)], get_local_size(0) - 1);
}
