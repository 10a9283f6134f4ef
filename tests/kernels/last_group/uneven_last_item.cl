// expect: possible-defect
// property: data-race
// lines: 12 17
// launch: --local-size 4 --global-size 14 --build-options -cl-std=CL2.0 --buffer kept=56 --buffer counted=4 --contents counted=zero --buffer out=56
// oracle: skip the group that does not count finds what was never stored in local memory
// replay: skip the group that does not count finds what was never stored in local memory
// about: the last group is smaller than the others, and lacks the work-item that counts

__kernel void gather(__global int *kept, __global atomic_uint *counted, __global int *out) {
  __local uint before;
  int l = get_local_id(0);
  kept[get_global_id(0)] = get_global_id(0) + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 3) before = atomic_fetch_add_explicit(counted, 1, memory_order_acq_rel, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (before == get_num_groups(0) - 1)
    for (int i = l; i < get_global_size(0); i += get_local_size(0)) out[i] = kept[i];
}
