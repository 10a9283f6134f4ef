// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: scan_single_buffer.cl
// about: a Hillis-Steele scan alternates between two rows

__kernel void scan(__global const int *in, __global int *out) {
  __local int rows[2][8];
  int lid = get_local_id(0);
  rows[0][lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < 3; step++) {
    int from = step % 2;
    int to = 1 - from;
    int distance = 1 << step;
    int v = rows[from][lid];
    if (lid >= distance) v += rows[from][lid - distance];
    rows[to][lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = rows[1][lid];
}
