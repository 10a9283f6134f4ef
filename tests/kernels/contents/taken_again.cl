// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000000000000200000006000000
// about: The array's contents at the launch are read in the first round alone; the second finds what was written.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  for (int round = 0; round < 2; ++round) {
    out[idx[i]] = i;
    idx[i] = idx[i] + 8;
  }
}
