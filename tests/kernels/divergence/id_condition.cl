// expect: defect
// property: barrier-divergence
// lines: 10
// launch: --local-size 8 --num-groups 2
// about: the barrier stands under a condition on the local id

__kernel void conditional(__global int *out, int mode) {
  int lid = get_local_id(0);
  if (lid > 3) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = lid;
}
