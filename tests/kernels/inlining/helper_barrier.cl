// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: helper_barrier_diverges.cl
// about: a helper function with a barrier is called by all work-items

static int exchange(__local int *tile, int lid) {
  tile[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[lid];
}

__kernel void call(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  int v = 0;
  if (lid < 8) v = exchange(tile, lid);
  out[get_global_id(0)] = v;
}
