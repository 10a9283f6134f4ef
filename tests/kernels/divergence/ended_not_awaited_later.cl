// expect: defect
// property: barrier-divergence
// lines: 12 13
// launch: --local-size 8 --num-groups 2 --arg n=13 --buffer out=64 --barrier-rule cuda
// about: work-items past the end skip a barrier and come to the next one

__kernel void guarded(__global int *out, int n) {
  __local int tile[8];
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  tile[lid] = gid;
  if (gid < n) barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (gid < n) out[gid] = tile[7 - lid];
}
