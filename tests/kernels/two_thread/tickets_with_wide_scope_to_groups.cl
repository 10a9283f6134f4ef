// expect: defect
// property: data-race
// lines: 12
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=out=1024 --build-options "-cl-std=CL2.0"
// about: each group has a counter of its own, and both hand out the same

__kernel void collect(__global uint *out) {
  __local atomic_uint next;
  if (get_local_id(0) == 0) atomic_init(&next, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed, memory_scope_device);
  if (slot < 128) out[slot + 128] = get_global_id(0);
}
