// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: early_return_diverges.cl
// about: a helper function that returns early is left before the barrier of its caller

static int weight(int lid) {
  if (lid == 3) return 0;
  return lid * 2;
}

__kernel void weigh(__global int *out) {
  int lid = get_local_id(0);
  int w = weight(lid);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = w;
}
