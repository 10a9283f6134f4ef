// expect: possible-defect
// property: data-race
// lines: 12 14
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer ready=4 --contents ready=zero --buffer kept=4 --buffer out=4
// about: a fence before the store of the flag does not order the store itself before a plain read of it

__kernel void pass(__global int *kept, __global int *ready, __global int *out) {
  if (get_local_id(0) != 0) return;
  __global atomic_int *flag = (__global atomic_int *)ready;
  if (get_group_id(0) == 0) { kept[0] = 1;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
    out[0] = kept[0] + *ready;
  }
}
