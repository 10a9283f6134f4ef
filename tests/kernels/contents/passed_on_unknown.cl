// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer idx=32
// about: indices that the kernel computes from contents that were not recorded, and passes on across a barrier

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  idx[i] = idx[i] * 3;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[idx[i] & 15] = i;
}
