// expect: verified
// launch: --local-size 2,4 --num-groups 2,1 --arg n=4 --buffer in=64 --buffer out=64
// sibling: transpose_no_barrier.cl
// about: a tile is transposed through local memory

__kernel void transpose(__global const int *in, __global int *out, int n) {
  __local int tile[4][2];
  int x = get_local_id(0);
  int y = get_local_id(1);
  tile[y][x] = in[y * n + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int item = y * 2 + x;
  int column = item / 4;
  int row = item % 4;
  out[(get_group_id(0) * 2 + column) * n + row] = tile[row][column];
}
