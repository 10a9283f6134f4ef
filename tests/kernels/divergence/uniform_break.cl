// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: id_break.cl
// about: a scalar ends the loop around the barrier for all at once

__kernel void stop(__global int *out, int limit) {
  int lid = get_local_id(0);
  int k = 0;
  while (k < 16) {
    if (k == limit) break;
    barrier(CLK_LOCAL_MEM_FENCE);
    k++;
  }
  out[get_global_id(0)] = k + lid;
}
