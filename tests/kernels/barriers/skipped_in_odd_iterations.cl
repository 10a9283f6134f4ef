// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: skipped_where_needed.cl
// about: a uniform condition skips the barrier in odd iterations, where no neighbour is read

__kernel void rows(__global int *out) {
  __local int tile[48];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 6; k++) {
    tile[k * 8 + lid] = k + lid;
    if (k % 2 == 0) barrier(CLK_LOCAL_MEM_FENCE);
    if (k % 2 == 0) sum += tile[k * 8 + (lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
