// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: a condition on the global id splits the second group

__kernel void first_groups(__global int *out) {
  if (get_global_id(0) < 12) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = 1;
}
