// Work-items exchange values with their right neighbours through local memory.
__kernel void neighbour(__global int *out, __global const int *in, __local int *line) {
  size_t i = get_local_id(0);
  line[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t next = i + 1 < get_local_size(0) ? i + 1 : i;
  out[get_global_id(0)] = line[next];
}
