// expect: defect
// property: data-race
// lines: 13 15
// launch: --local-size 8 --num-groups 2
// about: the inner loop lacks the barrier that ends an exchange

__kernel void nested(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      tile[lid] = i * 2 + j;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tile[lid ^ 1];
    }
  }
  out[get_global_id(0)] = sum;
}
