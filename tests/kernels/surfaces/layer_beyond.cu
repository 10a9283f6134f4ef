// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --blockDim 4,2 --gridDim 1 --image rows=4x2:R,FLOAT --image planes=4x2x2:RG,FLOAT --image cube=4x4x6:R,FLOAT
// oracle: skip it has no surfaces
// about: A cube has six faces.

__global__ void k(cudaSurfaceObject_t rows, cudaSurfaceObject_t planes, cudaSurfaceObject_t cube) {
  surf1DLayeredwrite(1.0f, rows, threadIdx.x * 4, threadIdx.y);
  surf2DLayeredwrite(make_float2(threadIdx.x, 0.0f), planes, threadIdx.x * 8, threadIdx.y, 1);
  // The last face is number 5.
  surfCubemapwrite(2.0f, cube, threadIdx.x * 4, 3, threadIdx.y + 5);
}
