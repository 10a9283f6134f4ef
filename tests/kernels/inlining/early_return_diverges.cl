// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: the early return and the barrier stand in one helper function

static int weight(int lid) {
  if (lid == 3) return 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  return lid * 2;
}

__kernel void weigh(__global int *out) {
  int lid = get_local_id(0);
  int w = weight(lid);
  out[get_global_id(0)] = w;
}
