// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2
// about: the barrier is skipped for three iterations, so writes of different iterations meet in one interval

__kernel void diagonal(__global int *out) {
  __local int cells[16];
  int lid = get_local_id(0);
  for (int k = 0; k < 8; k++) {
    cells[lid + k] = lid;
    if (k == 3) barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = cells[lid];
}
