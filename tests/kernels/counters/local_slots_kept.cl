// expect: defect
// property: data-race
// lines: 17
// launch: --local-size 8 --num-groups 1
// about: slots of two rounds are used together, the counter being cleared in between

__kernel void collect(__global int *out) {
  __local uint count;
  int lid = get_local_id(0);
  if (lid == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = lid < 4 ? atomic_inc(&count) : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid >= 4) slot = atomic_inc(&count);
  out[slot] = lid;
}
