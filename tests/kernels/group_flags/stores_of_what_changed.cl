// expect: possible-defect
// property: data-race
// lines: 12 15
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer up=8 --contents up=zero --buffer data=4 --buffer out=4
// oracle: skip a schedule that runs the waiting group first does not end
// about: two work-items store what they read in one place, which another group changes in between

__kernel void k(__global int *data, __global atomic_int *up, __global int *out) {
  int l = get_local_id(0);
  if (get_group_id(0) == 0 && l == 0) {
    int x = data[0];
    atomic_store_explicit(&up[0], 1, memory_order_release, memory_scope_device); out[0] = x;
  } else if (get_group_id(0) == 0 && l == 1) {
    while (atomic_load_explicit(&up[1], memory_order_acquire, memory_scope_device) == 0) {}
    out[0] = data[0];
  } else if (l == 0) {
    while (atomic_load_explicit(&up[0], memory_order_acquire, memory_scope_device) == 0) {}
    data[0] += 1;
    atomic_store_explicit(&up[1], 1, memory_order_release, memory_scope_device);
  }
}
