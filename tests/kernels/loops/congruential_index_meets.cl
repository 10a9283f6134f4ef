// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1
// about: an even factor does not permute the slots

__kernel void scatter(__global uint *out) {
  uint at = get_local_id(0);
  for (int k = 0; k < 200; k++) {
    out[at] = get_local_id(0);
    at = (at * 6 + 3) & 7;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
