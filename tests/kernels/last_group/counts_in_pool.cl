// expect: defect
// property: data-race
// lines: 10 12
// launch: --local-size 4 --num-groups 4 --build-options -cl-std=CL2.0 --buffer pool=16 --contents pool=bytes:02000000000000000000000000000000 --buffer counted=@pool:4 --buffer part=16 --buffer out=16
// about: what the counter begins with is known under another argument, and is not 0

__kernel void sums(__global uint *pool, __global atomic_uint *counted, __global int *part, __global int *out) {
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    part[g] = g + pool[2];
    if (atomic_fetch_add_explicit(counted, 1, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1)
      for (int i = 0; i < get_num_groups(0); ++i) out[i] = part[i];
  }
}
