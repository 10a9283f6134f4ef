// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: initialised_by_all.cl
// about: atomic_init is a plain write, made by one work-item before the barrier.

kernel void k(global int* out) {
  local atomic_int count;
  if (get_local_id(0) == 0) atomic_init(&count, (int)get_local_id(0));
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
}
