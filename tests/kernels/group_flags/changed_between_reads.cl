// expect: possible-defect
// property: out-of-bounds
// lines: 15
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer up=8 --contents up=zero --buffer data=4 --buffer out=16
// oracle: skip its schedules do not run one group between two reads of another one
// about: two reads of one place differ, since another group has changed it in between

__kernel void pass(__global int *data, __global atomic_int *up, __global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    int first = data[0];
    atomic_store_explicit(&up[0], 1, memory_order_release, memory_scope_device);
    if (atomic_load_explicit(&up[1], memory_order_acquire, memory_scope_device) == 1) {
      int second = data[0];
      out[second - first] = 5;
    }
  } else if (atomic_load_explicit(&up[0], memory_order_acquire, memory_scope_device) == 1) {
    data[0] += 1000;
    atomic_store_explicit(&up[1], 1, memory_order_release, memory_scope_device);
  }
}
