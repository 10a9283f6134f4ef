// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: local_slots_over_counter.cl
// about: a local array ends with its own counter, which one work-item clears first

__kernel void collect(__global uint *out) {
  __local uint found[9];
  uint lid = get_local_id(0);
  if (lid == 0) found[8] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = atomic_inc(&found[8]);
  if (slot < 8) found[slot] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = found[lid];
}
