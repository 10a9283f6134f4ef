// expect: defect
// property: data-race
// lines: 10 12
// launch: --local-size 8 --num-groups 2 --build-options -cl-std=CL2.0
// about: a barrier whose memory scope is the work-item orders no memory between work-items

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
  out[get_global_id(0)] = tile[lid ^ 1];
}
