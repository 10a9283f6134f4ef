// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: atomic_init is a plain write, made by all work-items with different values.

kernel void k(global int* out) {
  local atomic_int count;
  if (get_local_id(0) != 9) atomic_init(&count, (int)get_local_id(0));
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
}
