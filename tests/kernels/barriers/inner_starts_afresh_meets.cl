// expect: defect
// property: data-race
// lines: 13 15
// launch: --local-size 8 --num-groups 2
// about: what the last inner iteration reads after the barrier is written by the first one of the next outer iteration

__kernel void afresh(__global int *out) {
  __local int tile[16];
  int lid = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) {
      if (j == 0) tile[lid] = lid + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (j == 3) sum += tile[(lid + 1) % 8];
    }
  }
  out[get_global_id(0)] = sum;
}
