// expect: defect
// property: data-race
// lines: 10 12
// launch: --local-size 8 --num-groups 2
// about: the barrier between the accesses to local memory fences global memory only

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = tile[lid ^ 1];
}
