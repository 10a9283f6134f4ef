// A tree of sums: the number of steps is the logarithm of the group's size.
__kernel void tree_sum(__global int *sums, __global const int *in, __local int *partial) {
  uint i = get_local_id(0);
  partial[i] = in[get_global_id(0)];
  for (uint step = get_local_size(0) / 2; step > 0; step >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step) partial[i] += partial[i + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) sums[get_group_id(0)] = partial[0];
}
