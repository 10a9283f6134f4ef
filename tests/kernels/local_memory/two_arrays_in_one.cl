// expect: verified
// launch: --local-size 8 --num-groups 2 --local scratch=64
// sibling: two_arrays_overlap.cl
// about: two arrays share one local argument side by side

__kernel void carve(__global int *out, __local int *scratch) {
  int lid = get_local_id(0);
  __local int *low = scratch;
  __local int *high = scratch + 8;
  low[lid] = lid;
  high[lid] = lid + 20;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = low[7 - lid] + high[7 - lid];
}
