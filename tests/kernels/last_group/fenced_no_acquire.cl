// expect: defect
// property: data-race
// lines: 11 16
// launch: --local-size 8 --num-groups 4 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=zero
// about: no fence lies between the atomic and the reads

__kernel void sums(__global const int *in, __global int *part, __global atomic_uint *counted, __global int *out) {
  __local uint before;
  int l = get_local_id(0), g = get_group_id(0);
  if (l == 0) {
    part[g] = in[get_global_id(0)] + g;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    before = atomic_fetch_add_explicit(counted, 1, memory_order_relaxed, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (before == get_num_groups(0) - 1 && l < get_num_groups(0)) out[l] = part[l];
}
