// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: flag_row_written_in_it.cl
// about: the row that decides a barrier is read while the other row of the same array is written

__kernel void rows(__global int *out, __global const int *in, int n) {
  __local int t[8];
  int l = get_local_id(0);
  int now = 0;
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    t[(1 - now) * 4 + l] = k;
    if (t[now * 4] > 3) barrier(CLK_GLOBAL_MEM_FENCE);
    now = 1 - now;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
