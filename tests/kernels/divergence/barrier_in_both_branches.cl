// expect: defect
// property: barrier-divergence
// lines: 12 15
// launch: --local-size 8 --num-groups 2
// about: each branch has a barrier of its own

__kernel void branches(__global int *out) {
  int lid = get_local_id(0);
  int value;
  if (lid < 4) {
    value = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    value = 2 * lid;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
