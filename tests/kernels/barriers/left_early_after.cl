// expect: verified
// launch: --local-size 8 --num-groups 2 --arg stop=2
// sibling: left_early_before.cl
// about: a uniform break leaves the loop after the barrier of that iteration

__kernel void leave(__global int *out, int stop) {
  __local int tile[8];
  int lid = get_local_id(0);
  for (int k = 0; k < 4; k++) {
    tile[lid] = lid + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == stop) break;
  }
  out[get_global_id(0)] = tile[(lid + 1) % 8];
}
