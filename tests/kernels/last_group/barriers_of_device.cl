// expect: verified
// launch: --local-size 4 --num-groups 4 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=zero --buffer part=16 --buffer out=16
// sibling: barriers_of_group.cl
// about: barriers with the scope of the device are fences around the atomic

__kernel void sums(__global int *part, __global atomic_uint *counted, __global int *out) {
  int l = get_local_id(0), g = get_group_id(0);
  uint before = 0;
  if (l == 0) part[g] = g + 1;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  if (l == 0) before = atomic_fetch_add_explicit(counted, 1, memory_order_relaxed, memory_scope_device);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  if (l == 0 && before == get_num_groups(0) - 1)
    for (int i = 0; i < get_num_groups(0); ++i) out[i] = part[i];
}
