// expect: verified
// launch: --blockDim 4,4,2 --gridDim 1 --image s=4x4x2:R,UNSIGNED_INT16
// sibling: volume_in_one_slice.cu
// oracle: skip it has no surfaces
// about: Each thread writes an element of a volume.

__global__ void k(cudaSurfaceObject_t s) {
  surf3Dwrite((unsigned short)threadIdx.z, s, threadIdx.x * 2, threadIdx.y, threadIdx.z);
}
