// expect: defect
// property: data-race
// lines: 19
// launch: --local-size 4,4 --num-groups 1,1 --buffer d=64
// oracle-launch: --local-size 2,2 --num-groups 1,1 --buffer d=16 -D SIDE=2
// about: without a barrier in each step others still read what is stored
// replay: skip the contents that it draws make no path shorter there

#ifndef SIDE
#define SIDE 4
#endif

kernel void relax(global uint* d) {
  local uint tile[SIDE][SIDE];
  int i = get_local_id(1), j = get_local_id(0);
  tile[i][j] = d[i * SIDE + j];
  for (int k = 0; k < SIDE; ++k) {
    if (k == 0) barrier(CLK_LOCAL_MEM_FENCE);
    uint whole = tile[i][j], first = tile[i][k], second = tile[k][j];
    if (first < whole && second < whole && first + second < whole) tile[i][j] = first + second;
  }
  d[i * SIDE + j] = tile[i][j];
}
