// expect: verified
// launch: --local-size 4,4 --num-groups 1,1 --buffer d=64
// oracle-launch: --local-size 2,2 --num-groups 1,1 --buffer d=16 -D SIDE=2
// sibling: shortest_paths_in_tile_without_barrier.cl
// about: the same in local memory, one step after the other

#ifndef SIDE
#define SIDE 4
#endif

kernel void relax(global uint* d) {
  local uint tile[SIDE][SIDE];
  int i = get_local_id(1), j = get_local_id(0);
  tile[i][j] = d[i * SIDE + j];
  for (int k = 0; k < SIDE; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint whole = tile[i][j], first = tile[i][k], second = tile[k][j];
    if (first < whole && second < whole && first + second < whole) tile[i][j] = first + second;
  }
  d[i * SIDE + j] = tile[i][j];
}
