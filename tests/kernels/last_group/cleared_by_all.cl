// expect: defect
// property: data-race
// lines: 12 17
// launch: --local-size 8 --num-groups 4 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=zero
// about: each group sets the count back

__kernel void sums(__global const int *in, __global int *part, __global uint *counted, __global int *out) {
  __local int is_last;
  int l = get_local_id(0), g = get_group_id(0);
  if (l == 0) {
    part[g] = in[get_global_id(0)] + g;
    uint before = atomic_fetch_add_explicit((__global atomic_uint *)counted, 1, memory_order_acq_rel, memory_scope_device);
    is_last = before == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (is_last && l < get_num_groups(0)) out[l] = part[l];
  if (l == 0) *counted = 0;
}
