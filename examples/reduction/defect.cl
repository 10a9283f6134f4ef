// Sums the elements of each group of 256 by halving the number of adding work-items in every step.
__kernel void reduce(__global const int *in, __global int *sums) {
  __local int partial[256];
  int lid = get_local_id(0);
  partial[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 128; stride > 0; stride >>= 1) {
    if (lid < stride) {
      int other = partial[lid + stride];
      partial[lid] += other;
    }
  }
  if (lid == 0) sums[get_group_id(0)] = partial[0];
}
