// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000800000005000000000000000200000006000000
// about: An entry of the index array lies beyond the other array.

__kernel void k(__global int* out, __global const int* idx) {
  int i = get_global_id(0);
  out[idx[i]] = i;
}
