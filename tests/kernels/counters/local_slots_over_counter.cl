// expect: possible-defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 2
// about: places that are twice as far apart reach the counter

__kernel void collect(__global uint *out) {
  __local uint found[9];
  uint lid = get_local_id(0);
  if (lid == 0) found[8] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = atomic_inc(&found[8]);
  if (slot < 8) found[slot * 2 % 9] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = found[lid];
}
