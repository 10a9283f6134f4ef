// expect: possible-defect
// property: data-race
// lines: 11 13
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer ready=8 --contents ready=zero --buffer kept=8 --buffer out=8
// oracle: skip it takes the two scopes for one, as OpenCL 3.1 does
// about: the store releases to all devices and the load acquires from one, which before OpenCL 3.1 do not meet

__kernel void pass(__global int *kept, __global atomic_int *ready, __global int *out) {
  int g = get_group_id(0), other = g ^ 1;
  if (get_local_id(0) == 0) {
    kept[g] = g + 1;
    atomic_store_explicit(&ready[g], 1, memory_order_release, memory_scope_all_svm_devices);
    if (atomic_load_explicit(&ready[other], memory_order_acquire, memory_scope_device) == 1) out[g] = kept[other];
  }
}
