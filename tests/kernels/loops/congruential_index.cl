// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: congruential_index_meets.cl
// about: a congruential generator of odd factor permutes the slots, so that work-items that begin apart stay apart

__kernel void scatter(__global uint *out) {
  uint at = get_local_id(0);
  for (int k = 0; k < 200; k++) {
    out[at] = get_local_id(0);
    at = (at * 5 + 3) & 7;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
