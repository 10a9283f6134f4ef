// expect: defect
// property: data-race
// lines: 16 17
// launch: --local-size 8 --num-groups 2
// about: the result of a reduction is overwritten before all have read it

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
  if (lid == 0) cells[0] = 0;
}
