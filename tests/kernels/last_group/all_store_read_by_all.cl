// expect: defect
// property: data-race
// lines: 9 17
// launch: --local-size 8 --num-groups 4 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=zero
// about: a work-item of each group reads

__kernel void gather(__global int *kept, __global atomic_uint *counted, __global int *out) {
  __local int is_last;
  kept[get_global_id(0)] = get_global_id(0) + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    uint before = atomic_fetch_add_explicit(counted, 1, memory_order_acq_rel, memory_scope_device);
    is_last = before == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (is_last || get_local_id(0) == 1)
    for (int i = get_local_id(0); i < get_global_size(0); i += get_local_size(0)) out[i] = kept[i];
}
