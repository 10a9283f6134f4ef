// expect: verified
// launch: --local-size 16,16 --num-groups 16,16 --arg n=256 --buffer a=262144 --buffer b=262144 --buffer c=262144
// oracle-launch: --local-size 2,2 --num-groups 2,2 -D TILE=2 --arg n=4 --buffer a=64 --buffer b=64 --buffer c=64
// sibling: matrix_multiply_large_no_load_barrier.cl
// about: a tiled matrix multiply of 256 by 256 elements

#ifndef TILE
#define TILE 16
#endif

__kernel void multiply(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float tile_a[TILE * TILE];
  __local float tile_b[TILE * TILE];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int column = get_group_id(0) * TILE + x;
  int row = get_group_id(1) * TILE + y;
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    tile_a[y * TILE + x] = a[row * n + t + x];
    tile_b[y * TILE + x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++) {
      float right = tile_b[k * TILE + x];
      sum += tile_a[y * TILE + k] * right;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
