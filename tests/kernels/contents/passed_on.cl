// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents idx=bytes:0300000000000000060000000100000007000000020000000500000004000000
// sibling: passed_on_repeated.cl
// about: Places that the kernel computes from contents and passes on behind a barrier: executing the launch proves it.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  idx[i] = idx[i] * 3;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[idx[i] & 15] = i;
}
