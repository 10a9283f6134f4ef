// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: barrier_across_groups.cl
// about: a global barrier orders what one group writes and reads

__kernel void halo(__global int *scratch, __global int *out) {
  int gid = get_global_id(0);
  scratch[gid] = gid;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[gid] = scratch[gid ^ 1];
}
