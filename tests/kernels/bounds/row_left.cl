// expect: verified
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer in=32 --buffer out=32
// sibling: row_left_strict.cl
// about: a column beyond its row stays in the whole array, and is listed

__kernel void gather(__global const int *in, __global int *out) {
  __local int tile[2][4];
  int x = get_local_id(0);
  tile[x / 4][x % 4] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = tile[0][x];
}
