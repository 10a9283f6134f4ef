// expect: possible-defect
// property: data-race
// lines: 9 13
// launch: --local-size 8 --num-groups 4 --build-options -cl-std=CL2.0 --buffer counted=4 --contents counted=uint32,max:3
// about: a counter that may begin at up to 3 is not taken to begin at 0
__kernel void sums(__global const int *in, __global int *part, __global atomic_uint *counted, __global int *out) {
  int l = get_local_id(0), g = get_group_id(0);
  if (l == 0) {
    part[g] = in[get_global_id(0)] + g;
    uint before = atomic_fetch_add_explicit(counted, 1, memory_order_acq_rel, memory_scope_device);
    if (before == get_num_groups(0) - 1) {
      int sum = 0;
      for (int i = 0; i < get_num_groups(0); ++i) sum += part[i];
      *out = sum;
    }
  }
}
