// equal: naive tiled
// launch: --local-size 16,16 --num-groups *,*
// expect: verified
// assumption: less than 2^31 work-items
// about: A transpose through tiles is the plain one for any number of groups: work-item (y, x) does what (x, y) does.
// mutant: `tile[lx][ly];` to `tile[ly][lx];`: defect
// mutant: `gy * 16 + lx] =` to `gy * 16 + lx + 1] =`: defect
// mutant: `[(gx * 16 + ly) * get_global_size(1)` to `[(gx * 16 + ly) * get_global_size(0)`: defect data-race
__kernel void naive(__global const float *in, __global float *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}

__kernel void tiled(__global const float *in, __global float *out) {
  __local float tile[16][17];
  size_t lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  tile[ly][lx] = in[(gy * 16 + ly) * get_global_size(0) + gx * 16 + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx * 16 + ly) * get_global_size(1) + gy * 16 + lx] = tile[lx][ly];
}
