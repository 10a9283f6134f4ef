// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 2 --num-groups 1
// about: two writes meet at an index that is read alike, a barrier before it changes

__kernel void spread(__global int *out) {
  __local int at;
  if (get_local_id(0) == 0) at = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int here = at;
  out[here & 7] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) at = here + 1;
}
