// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 2 --local scratch=64
// about: the second array begins inside the first

__kernel void carve(__global int *out, __local int *scratch) {
  int lid = get_local_id(0);
  __local int *low = scratch;
  __local int *high = scratch + 7;
  low[lid] = lid;
  high[lid] = lid + 20;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = low[7 - lid] + high[7 - lid];
}
