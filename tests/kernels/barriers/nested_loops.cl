// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: nested_loops_missing_inner.cl
// about: nested loops with a barrier before and after each exchange

__kernel void nested(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      tile[lid] = i * 2 + j;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tile[lid ^ 1];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = sum;
}
