// expect: possible-defect
// property: data-race
// lines: 14 18
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer up=8 --contents up=zero --buffer data=4 --buffer out=4
// oracle: skip a schedule that runs the waiting group first does not end
// about: a work-item finds another value where it stored, since another group has changed it in between

__kernel void pass(__global int *data, __global atomic_int *up, __global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 1;
    atomic_store_explicit(&up[0], 1, memory_order_release, memory_scope_device);
    while (atomic_load_explicit(&up[1], memory_order_acquire, memory_scope_device) == 0) {}
    if (data[0] == 2) out[0] = 7;
  } else {
    while (atomic_load_explicit(&up[0], memory_order_acquire, memory_scope_device) == 0) {}
    data[0] = 2; atomic_store_explicit(&up[1], 1, memory_order_release, memory_scope_device);
    out[0] = 3;
  }
}
