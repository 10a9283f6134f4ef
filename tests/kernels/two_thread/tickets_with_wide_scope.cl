// expect: verified
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=out=1024 --build-options "-cl-std=CL2.0"
// sibling: tickets_with_wide_scope_to_groups.cl
// about: a counter in local memory hands out slots of the group, whatever its scope

__kernel void collect(__global uint *out) {
  __local atomic_uint next;
  if (get_local_id(0) == 0) atomic_init(&next, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed, memory_scope_device);
  if (slot < 128) out[slot + 128 * get_group_id(0)] = get_global_id(0); 
}
