// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: rotated_rows_early.cl
// about: three rows change places in every iteration; the row written is not read until after the barrier

__kernel void rows(__global int *out, int n) {
  __local int t[12];
  int l = get_local_id(0);
  int a = 0, b = 4, c = 8;
  t[a + l] = t[b + l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    t[c + l] = t[a + (l + 1) % 4] + t[b + (l ^ 1)];
    int keep = a;
    a = b;
    b = c;
    c = keep;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[b + l];
}
