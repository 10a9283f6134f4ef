// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: diagonal_skipped_over_iterations.cl
// about: writes move one cell an iteration, with a barrier after each iteration

__kernel void diagonal(__global int *out) {
  __local int cells[16];
  int lid = get_local_id(0);
  for (int k = 0; k < 8; k++) {
    cells[lid + k] = lid;
    if (k >= 0) barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = cells[lid];
}
