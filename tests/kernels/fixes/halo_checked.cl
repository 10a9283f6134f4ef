// expect: verified
// launch: --local-size 8 --num-groups 4 --arg n=32 --buffer in=128 --buffer out=128
// about: outside of the array, the halo holds zeros
// sibling: halo_unchecked.cl

__kernel void stencil(__global const int *in, __global int *out, int n) {
  __local int tile[10];
  int g = get_global_id(0);
  int l = get_local_id(0);
  tile[l] = in[g];
  if (l < 2) tile[l + 8] = g + 8 < n ? in[g + 8] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[l] + tile[l + 1] + tile[l + 2];
}
