// expect: possible-defect
// launch: --local-size 4 --num-groups 3 --build-options -cl-std=CL2.0 --buffer ready=4 --contents ready=zero --buffer kept=4 --buffer out=4
// property: data-race
// lines: 10 15
// about: a later store of another work-item ends what a release began

__kernel void pass(__global int *kept, __global atomic_int *ready, __global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    kept[0] = 1;
    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);
  } else if (get_group_id(0) == 1) {
    atomic_store_explicit(ready, 2, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device) == 2) {
    out[0] = kept[0];
  }
}
