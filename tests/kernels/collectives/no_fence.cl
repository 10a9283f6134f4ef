// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: no_fence_relied_on.cl
// about: a barrier beside the collective function orders local memory

__kernel void exchange(__global int *out) {
  __local int tile[4];
  tile[get_local_id(0)] = get_local_id(0);
  const int all = work_group_any(get_local_id(0) > 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = all + tile[3 - get_local_id(0)];
}
