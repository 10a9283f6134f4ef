// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 8 --num-groups 4 --arg n=32 --buffer in=128 --buffer out=128
// about: the halo of the last group lies outside; a check before the store would leave it unwritten

__kernel void stencil(__global const int *in, __global int *out, int n) {
  __local int tile[10];
  int g = get_global_id(0);
  int l = get_local_id(0);
  tile[l] = in[g];
  if (l < 2) tile[l + 8] = in[g + 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[l] + tile[l + 1] + tile[l + 2];
}
