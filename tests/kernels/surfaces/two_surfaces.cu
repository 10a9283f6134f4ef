// expect: verified
// launch: --blockDim 8,4 --gridDim 2,2 --image in=16x8:R,FLOAT --image out=16x8:R,FLOAT
// sibling: two_surfaces_of_one_array.cu
// oracle: skip it has no surfaces
// about: Surfaces that the launch does not relate are of two arrays.

__global__ void k(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  surf2Dwrite(surf2Dread<float>(in, (15 - x) * 4, y) + x, out, x * 4, y);
}
