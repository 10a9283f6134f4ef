// expect: possible-defect
// property: data-race
// lines: 13 17
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer up=8 --contents up=zero --buffer counted=4 --contents counted=zero --buffer out=256
// oracle: skip a schedule that runs the waiting group first does not end
// about: two calls of a counter find the same, since another group has cleared it in between

__kernel void k(__global int *counted, __global atomic_int *up, __global int *out) {
  int l = get_local_id(0);
  __global atomic_int *counter = (__global atomic_int *)counted;
  if (get_group_id(0) == 0 && l == 0) {
    int i = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&up[0], 1, memory_order_release, memory_scope_device); out[i & 63] = 1;
  } else if (get_group_id(0) == 0 && l == 1) {
    while (atomic_load_explicit(&up[1], memory_order_acquire, memory_scope_device) == 0) {}
    int i = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device);
    out[i & 63] = 2;
  } else if (l == 0) {
    while (atomic_load_explicit(&up[0], memory_order_acquire, memory_scope_device) == 0) {}
    *counted = 0;
    atomic_store_explicit(&up[1], 1, memory_order_release, memory_scope_device);
  }
}
