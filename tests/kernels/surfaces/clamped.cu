// expect: verified
// launch: --blockDim 16 --gridDim 1 --image s=16x4:R,SIGNED_INT32
// sibling: clamped_beyond.cu
// oracle: skip it has no surfaces
// about: Clamped coordinates that lie inside stay as they are.

__global__ void k(cudaSurfaceObject_t s) {
  surf2Dwrite((int)threadIdx.x, s, threadIdx.x * 4, 1, cudaBoundaryModeClamp);
}
