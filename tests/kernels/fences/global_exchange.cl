// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: global_exchange_local_fence.cl
// about: a barrier with a global fence orders an exchange through global memory

__kernel void exchange(__global int *scratch, __global int *out) {
  int lid = get_local_id(0);
  int base = get_group_id(0) * 8;
  scratch[base + lid] = lid;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[base + lid] = scratch[base + (lid + 1) % 8];
}
