// expect: defect
// property: data-race
// lines: 10 12
// launch: --local-size 8 --num-groups 2
// about: the barrier between the accesses to global memory fences local memory only

__kernel void exchange(__global int *scratch, __global int *out) {
  int lid = get_local_id(0);
  int base = get_group_id(0) * 8;
  scratch[base + lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + lid] = scratch[base + (lid + 1) % 8];
}
