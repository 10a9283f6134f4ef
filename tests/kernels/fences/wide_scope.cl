// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options -cl-std=CL2.0
// sibling: wide_scope_across_groups.cl
// about: the scope is wider than the group, and neighbours of one group exchange

__kernel void exchange(__global int *data, __global int *out) {
  int i = get_global_id(0);
  data[i] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  out[i] = data[i ^ 1];
}
