// equal: naive tiled
// launch: --global-size 64,64 --local-size 16,16 --arg n=64 --buffer a=16384 --buffer b=16384 --buffer c=16384
// expect: verified
// about: A matrix product in tiles adds the products in the same order as the plain one.
// mutant: `k < 16` to `k < 15`: defect
// mutant: `tb[k][lx]` to `tb[lx][k]`: defect
// mutant: `t += 16` to `t += 32`: defect
// mutant: `a[y * n + t + lx]` to `a[y * n + t + ly]`: defect
__kernel void naive(__global const float *a, __global const float *b, __global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float ta[16][16], tb[16][16];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    ta[ly][lx] = a[y * n + t + lx];
    tb[ly][lx] = b[(t + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
