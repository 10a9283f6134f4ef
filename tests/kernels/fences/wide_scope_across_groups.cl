// expect: defect
// property: data-race
// lines: 9 11
// launch: --local-size 8 --num-groups 2 --build-options -cl-std=CL2.0
// about: a barrier of a wider scope still does not wait for other groups

__kernel void exchange(__global int *data, __global int *out) {
  int i = get_global_id(0);
  data[i] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  out[i] = data[i ^ 8];
}
