// expect: defect
// property: data-race
// lines: 10 13
// launch: --local-size 4,2 --num-groups 2,2 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=zero
// about: the groups of one dimension are too few

__kernel void sums(__global int *part, __global atomic_uint *counted, __global int *out) {
  int g = get_group_id(1) * get_num_groups(0) + get_group_id(0), n = get_num_groups(0) * get_num_groups(1);
  if (get_local_id(0) == 0 && get_local_id(1) == 1) {
    part[g] = g;
    uint before = atomic_fetch_add_explicit(counted, 1, memory_order_acq_rel, memory_scope_device);
    if (before == get_num_groups(0) - 1)
      for (int i = 0; i < n; ++i) out[i] = part[i];
  }
}
