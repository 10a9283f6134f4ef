// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000000000000200000006000000
// sibling: scatter_repeated.cl
// about: A scatter through an index array whose entries differ.

__kernel void k(__global int* out, __global const int* idx) {
  int i = get_global_id(0);
  out[idx[i]] = i;
}
