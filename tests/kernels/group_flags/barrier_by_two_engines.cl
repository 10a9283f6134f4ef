// expect: possible-defect
// property: barrier-divergence
// lines: 18
// launch: --engine portfolio --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer up=8 --contents up=zero --buffer data=4 --contents data=zero
// oracle: skip a schedule that runs the waiting group first does not end
// about: nor does the second engine take what two work-items read in one interval for equal, as atomics order what changes it

__kernel void k(__global int *data, __global atomic_int *up) {
  int l = get_local_id(0), x = 0;
  if (get_group_id(0) == 0) {
    if (l == 0) {
      x = data[0];
      atomic_store_explicit(&up[0], 1, memory_order_release, memory_scope_device);
    } else {
      while (atomic_load_explicit(&up[1], memory_order_acquire, memory_scope_device) == 0) {}
      x = data[0];
    }
    if (x == 0) barrier(CLK_GLOBAL_MEM_FENCE);
  } else if (l == 0) {
    while (atomic_load_explicit(&up[0], memory_order_acquire, memory_scope_device) == 0) {}
    data[0] = 1;
    atomic_store_explicit(&up[1], 1, memory_order_release, memory_scope_device);
  }
}
