// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=13 --buffer out=52
// sibling: return_before_barrier.cl
// about: work-items past the end skip the accesses and still meet the barrier

__kernel void guarded(__global int *out, int n) {
  __local int tile[8];
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  if (gid >= n) tile[lid] = 0;
  if (gid < n) tile[lid] = gid;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (gid < n) out[gid] = tile[7 - lid];
}
