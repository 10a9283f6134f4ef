// expect: verified
// launch: --local-size 256 --num-groups 1024
// oracle-launch: --local-size 8 --num-groups 2
// sibling: halving_stride_no_barrier.cl
// about: a reduction with halving stride has a barrier in each step

__kernel void reduce(__global int *out, __global const int *in) {
  __local int sums[256];
  int lid = get_local_id(0);
  sums[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) sums[lid] += sums[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = sums[0];
}
