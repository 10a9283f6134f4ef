// expect: defect
// property: data-race
// lines: 12 14
// launch: --local-size 8 --num-groups 2 --arg tiles=3
// about: a tile is reloaded while others still read it

__kernel void sums(__global const int *in, __global int *out, int tiles) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int t = 0; t < tiles; t++) {
    tile[lid] = in[t * 8 + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++) sum += tile[k];
  }
  out[get_global_id(0)] = sum;
}
