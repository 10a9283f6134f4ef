// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000010000000200000006000000
// about: Two entries of the index array are equal.

__kernel void k(__global int* out, __global const int* idx) {
  int i = get_global_id(0);
  out[idx[i]] = i;
}
