// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 8 --num-groups 2
// about: a work-item leaves the loop around the barrier by its own id

__kernel void stop(__global int *out, int limit) {
  int lid = get_local_id(0);
  int k = 0;
  while (k < 16) {
    if (k == lid + 4) break;
    barrier(CLK_LOCAL_MEM_FENCE);
    k++;
  }
  out[get_global_id(0)] = k + lid;
}
