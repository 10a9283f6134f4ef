// expect: verified
// lines: 12
// launch: --local-size 8 --num-groups 2 --arg columns=11
// sibling: unclamped_triples.cl
// about: work-items past the last cell store the same three components, and undefined padding behind them

__kernel void smooth(__global const uchar *from, int columns, __global uchar *to) {
  __local uchar3 tile[6];
  int x = get_local_id(0), first = get_group_id(0) * 4;
  int cell = min(x, 5);
  int column = clamp(first + cell, 0, columns - 1);
  tile[cell] = vload3(column, from);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < 4) vstore3(max(tile[x], tile[x + 1]), first + x, to);
}
