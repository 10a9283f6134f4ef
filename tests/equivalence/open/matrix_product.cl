// equal: naive tiled
// launch: --local-size 16,16 --num-groups *g,*g
// expect: verified
// assumption: no compiler contracts
// about: A matrix product in tiles is the plain one at any size: sixteen iterations of the plain loop are one of the loop over tiles.
// mutant: `k < 16; ++k` to `k < 15; ++k`: defect
// mutant: `tb[k][lx]` to `tb[lx][k]`: defect
// mutant: `t += 16` to `t += 32`: defect
// mutant: `float sum = 0;` to `float sum = 1;`: defect
// mutant: `(t + ly) * n + x` to `(t + lx) * n + x`: defect
__kernel void naive(__global const float *a, __global const float *b, __global float *c) {
  size_t n = get_global_size(0);
  size_t x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (size_t k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__kernel void tiled(__global const float *a, __global const float *b, __global float *c) {
  __local float ta[16][16], tb[16][16];
  size_t n = get_global_size(0);
  size_t lx = get_local_id(0), ly = get_local_id(1);
  size_t x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (size_t t = 0; t < n; t += 16) {
    ta[ly][lx] = a[y * n + t + lx];
    tb[ly][lx] = b[(t + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
