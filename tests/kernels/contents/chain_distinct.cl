// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents first=bytes:0700000006000000050000000400000003000000020000000100000000000000 --contents second=bytes:0000000002000000040000000600000001000000030000000500000007000000
// sibling: chain_repeated.cl
// about: An index array read through another.

__kernel void k(__global int* out, __global const int* first, __global const int* second) {
  int i = get_global_id(0);
  out[second[first[i]]] = i;
}
