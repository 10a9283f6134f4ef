// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --barrier-rule cuda
// sibling: ended_leaves_loop_once.cl
// about: each work-item makes as many rounds as its id says, and ends; its neighbour goes on without it

__kernel void rounds(__global int *out) {
  __local int slot[8];
  int lid = get_local_id(0);
  for (int i = 0; i < lid; i++) {
    slot[lid] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += slot[lid - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
