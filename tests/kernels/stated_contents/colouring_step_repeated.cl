// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer x=32 --buffer colour=32 --buffer order=32 --contents order=min:0,below:8
// about: An order in which a node may come twice.

__kernel void k(__global int* x, __global const int* colour, __global const int* order, int step) {
  int i = get_global_id(0);
  if (colour[i] == step) x[order[i]] += 1;
}
