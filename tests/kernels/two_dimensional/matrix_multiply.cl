// expect: verified
// launch: --local-size 2,2 --num-groups 2,2 --arg n=4 --buffer a=64 --buffer b=64 --buffer c=64
// sibling: matrix_multiply_reload.cl
// about: a tiled matrix multiply has a barrier after loading and after using its tiles

#define TILE 2

__kernel void multiply(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int column = get_global_id(0);
  int row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n / TILE; t++) {
    tile_a[y][x] = a[row * n + t * TILE + x];
    tile_b[y][x] = b[(t * TILE + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++) {
      float left = tile_a[y][k];
      sum += left * tile_b[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
