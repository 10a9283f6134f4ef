// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: inner_starts_afresh_meets.cl
// about: the inner loop starts afresh; its last and first iterations use different cells

__kernel void afresh(__global int *out) {
  __local int tile[16];
  int lid = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) {
      if (j == 0) tile[lid] = lid + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (j == 2) sum += tile[(lid + 1) % 8];
    }
  }
  out[get_global_id(0)] = sum;
}
