// check: tiled reference
// launch: --global-size 32,32 --local-size 8,8 --arg n=32 --buffer a=4096 --buffer b=4096 --buffer c=4096
// expect: verified
// about: The plain matrix product is the specification of the one in tiles.
// mutant: `ta[ly][k]` to `ta[k][ly]`: defect
// mutant: `t += 8` to `t += 9`: defect out-of-bounds
__kernel void reference(__global const float *a, __global const float *b, __global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float ta[8][8], tb[8][8];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    ta[ly][lx] = a[y * n + t + lx];
    tb[ly][lx] = b[(t + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
