// expect: defect
// property: data-race
// lines: 12 13
// launch: --blockDim 8,4 --gridDim 2,2 --image s=16x8:RGBA,FLOAT
// oracle: skip it has no surfaces
// about: The element that another thread writes is read.

__global__ void k(cudaSurfaceObject_t s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float4 value;
  int from = x == 0 ? 0 : x - 1;
  surf2Dread(&value, s, from * 16, y);
  surf2Dwrite(make_float4(2 * value.x, value.y, value.z, (float)x), s, x * 16, y);
}
