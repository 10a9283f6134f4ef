// equal: naive tiled
// launch: --local-size *,* --num-groups *,* --local tile=65536
// expect: defect
// reason: proved where groups are square
// about: The hidden assumption of the transpose in tiles: groups are square. A launch that is not shows the difference.
__kernel void naive(__global const float *in, __global float *out, __local float *tile) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}

__kernel void tiled(__global const float *in, __global float *out, __local float *tile) {
  size_t lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  size_t nx = get_local_size(0), ny = get_local_size(1);
  tile[ly * nx + lx] = in[(gy * ny + ly) * get_global_size(0) + gx * nx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx * nx + ly) * get_global_size(1) + gy * ny + lx] = tile[lx * nx + ly];
}
