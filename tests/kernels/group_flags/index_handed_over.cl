// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer ready=4 --contents ready=zero --buffer data=4 --contents data=zero --buffer out=64
// sibling: index_handed_over_as_stored.cl
// about: an index that another group has stored may be anything, and is kept within the array

__kernel void pass(__global int *data, __global atomic_int *ready, __global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 1000;
    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device) == 1) {
    out[data[0] & 15] = 1;
  }
}
