// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 4 --num-groups 1 --buffer out=32
// about: every work-item passes the barrier once, but each in its own iteration, in a loop that only ends behind it

__kernel void k(__global int* out) {
  int lid = get_local_id(0);
  int i = 0;
  while (1) {
    if (i == lid) {
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      out[lid] = i;
      if (i < 4) break;
    }
    ++i;
  }
}
