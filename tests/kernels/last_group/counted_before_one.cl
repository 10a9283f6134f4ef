// expect: defect
// property: data-race
// lines: 9 12
// launch: --local-size 8 --num-groups 4 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=bytes:01000000
// about: the count begins at one, so that the last group but one reads

__kernel void sums(__global int *part, __global atomic_uint *counted, __global int *out) {
  if (get_local_id(0) == 0) {
    part[get_group_id(0)] = get_global_id(0);
    uint before = atomic_fetch_add_explicit(counted, 1, memory_order_acq_rel, memory_scope_device);
    if (before == get_num_groups(0) - 1)
      for (int i = 0; i < get_num_groups(0); ++i) out[i] = part[i];
  }
}
