// expect: defect
// launch: --local-size 8 --num-groups 1 --buffer out=32
// property: barrier-divergence
// lines: 11
// about: each work-item passes the barrier once, half of them two iterations before the others

__kernel void once(__global int *out) {
  int lid = get_local_id(0), most = 2, round = 0;
  while (1) {
    if (round > 1 || (lid & 1)) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (most > 1) break;
    }
    ++round;
  }
  out[lid] = round;
}
