// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer a=4
// sibling: scope_of_group.cl
// about: Atomics of two groups on one place, with the scope of the device.

kernel void k(global atomic_int* a) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_device);
}
