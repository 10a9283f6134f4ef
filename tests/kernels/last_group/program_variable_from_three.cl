// expect: possible-defect
// property: data-race
// lines: 12 14
// launch: --local-size 4 --num-groups 4 --build-options -cl-std=CL2.0 --buffer part=16 --buffer out=16
// about: the variable of the program that counts the groups begins at 3, which the first group finds

__global atomic_uint counted = ATOMIC_VAR_INIT(3);

__kernel void sums(__global int *part, __global int *out) {
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    part[g] = g;
    if (atomic_fetch_add_explicit(&counted, 1, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1)
      for (int i = 0; i < get_num_groups(0); ++i) out[i] = part[i];
  }
}
