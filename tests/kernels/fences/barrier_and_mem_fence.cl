// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: mem_fence_alone.cl
// about: a barrier follows the memory fence

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[lid ^ 1];
}
