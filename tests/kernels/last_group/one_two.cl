// expect: possible-defect
// property: data-race
// lines: 9 14
// launch: --local-size 8 --num-groups 4
// about: OpenCL C 1.2 has no fence that orders work-items of different groups

__kernel void sums(__global const int *in, volatile __global int *part, volatile __global uint *counted, __global int *out) {
  if (get_local_id(0) == 0) {
    part[get_group_id(0)] = in[get_global_id(0)];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    uint before = atomic_inc(counted);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (before == get_num_groups(0) - 1)
      for (int i = 0; i < get_num_groups(0); ++i) out[i] = part[i];
  }
}
