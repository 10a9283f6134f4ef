// equal: naive tiled
// launch: --local-size *b,*b --num-groups *,* --local tile=65536
// expect: verified
// about: The size of the groups is open too, as long as they are square.
// mutant: `tile[lx * n + ly];` to `tile[ly * n + lx];`: defect
__kernel void naive(__global const float *in, __global float *out, __local float *tile) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}

__kernel void tiled(__global const float *in, __global float *out, __local float *tile) {
  size_t lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  size_t n = get_local_size(0);
  tile[ly * n + lx] = in[(gy * n + ly) * get_global_size(0) + gx * n + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx * n + ly) * get_global_size(1) + gy * n + lx] = tile[lx * n + ly];
}
