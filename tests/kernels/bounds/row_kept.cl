// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer in=32 --buffer out=32 --strict
// sibling: row_left_strict.cl
// about: row and column are computed from the position

__kernel void gather(__global const int *in, __global int *out) {
  __local int tile[2][4];
  int x = get_local_id(0);
  tile[x / 4][x % 4] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = tile[x / 4][x % 4];
}
