// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=permutation
// sibling: table_cleared_before.cl
// about: Properties hold of what the launch finds, and the table is read before it is written.

__kernel void k(__global int* out, __global int* t) {
  int i = get_global_id(0);
  out[t[i]] = i;
  t[i] = 0;
}
