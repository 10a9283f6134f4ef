// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer x=32 --buffer colour=32 --buffer order=32 --contents order=permutation
// sibling: colouring_step_repeated.cl
// about: The nodes of a colour, in an order in which each comes once; colours may be any.

__kernel void k(__global int* x, __global const int* colour, __global const int* order, int step) {
  int i = get_global_id(0);
  if (colour[i] == step) x[order[i]] += 1;
}
