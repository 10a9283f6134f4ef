// expect: defect
// property: data-race
// lines: 11
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=out=64
// about: Each group has a counter of its own, and all have the same slots.
__kernel void handed_out_to_groups(__global uint* out) {
  __local uint next;
  if (get_local_id(0) == 0) next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mine = atomic_inc(&next);
  if (mine < 8) out[mine + 4 * get_group_id(0)] = get_global_id(0);
}
