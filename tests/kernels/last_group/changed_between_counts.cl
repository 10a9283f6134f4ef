// expect: possible-defect
// property: out-of-bounds
// lines: 18
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0 --buffer counted=8 --contents counted=zero --buffer data=4 --buffer out=4
// oracle: skip its schedules do not run one group between two counts of another one
// about: two reads of one place differ, since the group that one count elects changes it before the other count

__kernel void k(__global int *data, __global atomic_uint *counted, __global int *out) {
  uint last = get_num_groups(0) - 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int first = data[0];
    uint one = atomic_fetch_add_explicit(&counted[0], 1, memory_order_acq_rel, memory_scope_device);
    if (one == last) data[0] = first + 1000;
    uint two = atomic_fetch_add_explicit(&counted[1], 1, memory_order_acq_rel, memory_scope_device);
    if (two == last && one != last) {
      int second = data[0];
      out[second - first] = 1;
    }
  }
}
