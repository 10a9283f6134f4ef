// expect: possible-defect
// property: data-race
// lines: 10 12
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer pool=16 --contents pool=bytes:01000000010000000000000000000000 --buffer ready=@pool:8 --buffer kept=8 --buffer out=8
// about: what the flags begin with is known under another argument, and is not 0

__kernel void pass(__global uint *pool, __global atomic_int *ready, __global int *kept, __global int *out) {
  int g = get_group_id(0), other = g ^ 1;
  if (get_local_id(0) == 0) {
    kept[g] = g + pool[3];
    atomic_store_explicit(&ready[g], 1, memory_order_release, memory_scope_device);
    if (atomic_load_explicit(&ready[other], memory_order_acquire, memory_scope_device) == 1) out[g] = kept[other];
  }
}
