// expect: defect
// property: data-race
// lines: 10 17
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer ready=4 --contents ready=zero --buffer kept=16 --buffer out=16
// oracle: skip a schedule that runs the waiting group first does not end
// about: the value is read before the loop

__kernel void pass(__global int *kept, __global atomic_int *ready, __global int *out) {
  int l = get_local_id(0);
  if (get_group_id(0) == 0) kept[l] = l + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_group_id(0) == 0 && l == 0) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(ready, 1, memory_order_relaxed, memory_scope_device);
  }
  if (get_group_id(0) == 1) {
    out[l] = kept[l ^ 1];
    while (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device) == 0) {}

  }
}
