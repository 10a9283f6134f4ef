// expect: defect
// property: data-race
// lines: 10 13
// launch: --local-size 8 --num-groups 2 --arg sync=0
// about: a scalar decides on the barrier alone, and the launch sets it to zero

__kernel void maybe(__global int *out, int sync) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  int value = 0;
  if (sync) barrier(CLK_LOCAL_MEM_FENCE);
  if (!sync) value = tile[lid ^ 1];
  out[get_global_id(0)] = value;
}
