// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: scan_flipped_rows_wrong.cl
// about: a scan flips the numbers of its two rows after each step

__kernel void scan(__global const int *in, __global int *out) {
  __local int rows[16];
  int lid = get_local_id(0);
  int from = 0;
  rows[lid] = in[get_global_id(0)];
  for (int d = 1; d < 8; d <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = rows[from + lid];
    if (lid >= d) v += rows[from + lid - d];
    from = 8 - from;
    rows[from + lid] = v;
  }
  out[get_global_id(0)] = rows[from + lid];
}
