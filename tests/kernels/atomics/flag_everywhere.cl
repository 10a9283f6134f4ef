// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer a=4
// sibling: flag_cleared_plainly.cl
// about: A flag is set and cleared atomically.

kernel void k(global atomic_flag* a, global int* out) {
  if (!atomic_flag_test_and_set_explicit(a, memory_order_relaxed, memory_scope_device))
    atomic_flag_clear_explicit(a, memory_order_relaxed, memory_scope_device);
}
