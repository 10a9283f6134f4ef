// expect: defect
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents idx=bytes:0300000000000000060000000100000007000000020000000500000003000000
// property: data-race
// lines: 11
// about: Places that the kernel computes from contents and passes on behind a barrier; two of them are equal.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  idx[i] = idx[i] * 3;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[idx[i] & 15] = i;
}
