// expect: possible-defect
// property: data-race
// lines: 12
// oracle: skip devices may round so that two places are equal; here they do not
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents idx=bytes:0300000000000000060000000100000007000000020000000500000004000000
// about: The same, but devices may round differently: that one execution shows nothing proves nothing.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  idx[i] = (int)(idx[i] * 3.3f / 1.1f);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[idx[i] & 15] = i;
}
