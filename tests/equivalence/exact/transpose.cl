// equal: naive tiled
// launch: --global-size 64,64 --local-size 16,16 --buffer in=16384 --buffer out=16384 --arg width=64 --arg height=64
// expect: verified
// about: A transpose through tiles against the plain one.
// mutant: `tile[lx][ly];` to `tile[ly][lx];`: defect
// mutant: `gy * 16 + lx;` to `gy * 16 + ly;`: defect data-race
__kernel void naive(__global const float *in, __global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

__kernel void tiled(__global const float *in, __global float *out, int width, int height) {
  __local float tile[16][17];
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  tile[ly][lx] = in[(gy * 16 + ly) * width + gx * 16 + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = gy * 16 + lx;
  int y = gx * 16 + ly;
  out[y * height + x] = tile[lx][ly];
}
