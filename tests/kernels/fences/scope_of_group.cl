// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options -cl-std=CL2.0
// sibling: scope_of_work_item.cl
// about: a barrier whose memory scope is the work-group orders an exchange through local memory

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[get_global_id(0)] = tile[lid ^ 1];
}
