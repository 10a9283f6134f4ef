// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: plain_counter.cl
// about: A counter of the program is changed atomically.

global atomic_int counter;
global int plain;

kernel void k(global int* out) {
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed, memory_scope_device);
}
