// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=out=64
// sibling: tickets_to_groups.cl
// about: Each group has a counter of its own, and slots of its own.
__kernel void handed_out_in_group(__global uint* out) {
  __local uint next;
  if (get_local_id(0) == 0) next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mine = atomic_inc(&next);
  if (mine < 8) out[mine + 8 * get_group_id(0)] = get_global_id(0);
}
