// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer a=4
// about: One place is exchanged atomically and read plainly.

kernel void k(global atomic_int* a, global int* out) {
  int expected = 0;
  atomic_exchange_explicit(a, (int)get_global_id(0), memory_order_relaxed, memory_scope_device);
  out[get_global_id(0)] = *(global int*)a;
}
