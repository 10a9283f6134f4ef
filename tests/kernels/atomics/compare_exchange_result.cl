// expect: verified
// launch: --local-size 8 --num-groups 1 --build-options "-cl-std=CL2.0" --buffer a=4 --buffer out=64
// sibling: compare_exchange_expected.cl
// about: The value that a compare-exchange leaves in `expected` is private to the work-item.

kernel void k(global atomic_int* a, global int* out) {
  int own = get_local_id(0);
  int* expected = &own;
  atomic_compare_exchange_strong_explicit(a, expected, 9, memory_order_relaxed, memory_order_relaxed,
                                          memory_scope_device);
  out[get_local_id(0)] = *expected;
}
