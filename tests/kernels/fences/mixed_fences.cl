// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: mixed_fences_meet.cl
// about: two local fences and one global fence stand between two uses of global memory

__kernel void mixed(__global int *scratch, __global int *out) {
  int lid = get_local_id(0);
  int base = get_group_id(0) * 8;
  int sum = 0;
  for (int k = 0; k < 4; k++) {
    if (k == 0) scratch[base + lid] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == 1) barrier(CLK_GLOBAL_MEM_FENCE);
    if (k == 3) sum = scratch[base + (lid + 1) % 8];
  }
  out[base + lid] = sum;
}
