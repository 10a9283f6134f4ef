// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer ready=8 --contents ready=zero --buffer kept=8 --buffer out=8
// sibling: next_group_relaxed.cl
// about: a group reads what another one stored if its flag is up

__kernel void pass(__global int *kept, __global atomic_int *ready, __global int *out) {
  int g = get_group_id(0), other = g ^ 1;
  if (get_local_id(0) == 0) {
    kept[g] = g + 1;
    atomic_store_explicit(&ready[g], 1, memory_order_release, memory_scope_device);
    if (atomic_load_explicit(&ready[other], memory_order_acquire, memory_scope_device) == 1) out[g] = kept[other];
  }
}
