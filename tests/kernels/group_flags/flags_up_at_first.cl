// expect: possible-defect
// property: data-race
// lines: 12 14
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer kept=8 --buffer out=8
// about: the flags of the program are up when the launch begins

__global atomic_int ready[2] = {ATOMIC_VAR_INIT(1), ATOMIC_VAR_INIT(1)};

__kernel void pass(__global int *kept, __global int *out) {
  int g = get_group_id(0), other = g ^ 1;
  if (get_local_id(0) == 0) {
    kept[g] = g + 1;
    atomic_store_explicit(&ready[g], 1, memory_order_release, memory_scope_device);
    if (atomic_load_explicit(&ready[other], memory_order_acquire, memory_scope_device) == 1) out[g] = kept[other];
  }
}
