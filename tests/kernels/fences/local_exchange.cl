// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: local_exchange_global_fence.cl
// about: a barrier with both fences orders an exchange through local memory

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = tile[lid ^ 1];
}
