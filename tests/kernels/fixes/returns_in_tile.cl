// expect: defect
// property: barrier-divergence
// lines: 13
// launch: --local-size 8 --num-groups 2 --arg n=13 --buffer in=52 --buffer sums=8
// about: work-items past the end leave before the barriers of a loop

__kernel void sum(__global const int *in, __global int *sums, int n) {
  __local int part[8];
  int gid = get_global_id(0), lid = get_local_id(0);
  if (gid >= n) return;
  part[lid] = in[gid];
  for (int step = 4; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = lid < step ? part[lid + step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < step) part[lid] += other;
  }
  if (lid == 0) sums[get_group_id(0)] = part[0];
}
