// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=13 --buffer out=64 --barrier-rule cuda
// sibling: ended_not_awaited_later.cl
// about: work-items past the end return before the barrier, and meet no other

__kernel void guarded(__global int *out, int n) {
  __local int tile[8];
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  tile[lid] = gid;
  if (gid >= n) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid] = tile[7 - lid];
}
