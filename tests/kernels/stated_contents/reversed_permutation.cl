// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=permutation
// sibling: reversed_permutation_one_less.cl
// about: A permutation, counted from the end.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[7 - t[i]] = i;
}
