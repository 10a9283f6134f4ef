// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 2 --num-groups 1
// about: two writes would meet at an index that a race changes; the race alone is shown

__kernel void spread(__global int *out) {
  __local int at;
  if (get_local_id(0) == 0) at = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int here = at;
  at = 5;
  out[here & 7] = 1;
}
