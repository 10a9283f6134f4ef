// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 8,4 --gridDim 2,2 --image in=16x8:R,FLOAT --image out=@in
// oracle: skip it has no surfaces
// about: Both surfaces are of one array.

__global__ void k(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  surf2Dwrite(surf2Dread<float>(in, (15 - x) * 4, y) + x, out, x * 4, y);
}
