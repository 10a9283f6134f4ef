// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: tail_reduction_reads_late.cl
// about: the result of a reduction is broadcast after the last barrier

__kernel void normalise(__global int *out) {
  __local int cells[8];
  int lid = get_local_id(0);
  cells[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 4; s > 0; s /= 2) {
    if (lid < s) cells[lid] += cells[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = cells[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) cells[0] = 0;
}
