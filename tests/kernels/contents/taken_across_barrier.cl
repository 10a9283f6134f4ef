// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 2 --num-groups 4 --contents out=zero --buffer out=64 --contents idx=bytes:0000000001000000020000000300000004000000050000000600000006000000
// about: Two entries are equal in one group alone, and are read after a barrier; the whole launch shows it.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  idx[i] = idx[i] + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[idx[i]] = i;
}
