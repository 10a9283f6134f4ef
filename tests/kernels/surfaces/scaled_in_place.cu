// expect: verified
// launch: --blockDim 8,4 --gridDim 2,2 --image s=16x8:RGBA,FLOAT
// sibling: scaled_from_neighbour.cu
// oracle: skip it has no surfaces
// about: Each thread reads its element before it writes it.

__global__ void k(cudaSurfaceObject_t s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float4 value;
  surf2Dread(&value, s, x * 16, y);
  surf2Dwrite(make_float4(2 * value.x, value.y, value.z, (float)x), s, x * 16, y);
}
