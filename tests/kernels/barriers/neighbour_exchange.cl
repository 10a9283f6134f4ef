// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: neighbour_exchange_missing.cl
// about: a barrier stands between storing a cell and reading the neighbour

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(lid + 1) % 8];
}
