// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer a=4
// cause: may-be-ordered
// about: A flag is cleared by a plain write.

kernel void k(global atomic_flag* a, global int* out) {
  if (!atomic_flag_test_and_set_explicit(a, memory_order_relaxed, memory_scope_device))
    *(global int*)a = get_global_id(0);
}
