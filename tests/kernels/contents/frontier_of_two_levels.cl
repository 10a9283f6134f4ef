// expect: defect
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents first=bytes:000000000200000004000000040000000600000006000000060000000600000006000000 --contents edges=bytes:030000000400000003000000040000000500000006000000 --contents cost=bytes:000000000100000001000000ffffffffffffffffffffffffffffffffffffffff --contents visited=bytes:0100000001000000010000000000000000000000000000000000000000000000 --contents front=bytes:0100000001000000000000000000000000000000000000000000000000000000
// property: data-race
// lines: 12
// about: A step of a breadth-first search: the two that come to one node store different costs

__kernel void k(__global int* out, __global const int* first, __global const int* edges, __global int* cost,
                __global const int* visited, __global const int* front) {
  int i = get_global_id(0);
  if (front[i] == 0) return;
  for (int e = first[i]; e < first[i + 1]; ++e)
    if (visited[edges[e]] == 0) cost[edges[e]] = cost[i] + 1;
  out[i] = 1;
}
