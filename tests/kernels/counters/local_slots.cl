// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: local_slots_cleared_late.cl
// about: slots from a local counter that is cleared before a barrier

__kernel void collect(__global int *out) {
  __local uint count;
  int lid = get_local_id(0);
  if (lid == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = atomic_inc(&count);
  out[slot] = lid;
}
