// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: loop_left_behind_barrier_apart.cl
// about: all work-items meet in the iteration in which a loop is left, always, as its last condition turns out

__kernel void once(__global int *out) {
  int lid = get_local_id(0), most = 2, round = 0;
  while (1) {
    if (round > 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (most > 1) break;
    }
    ++round;
  }
  out[lid] = round;
}
