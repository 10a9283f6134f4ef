// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 2 --gridDim 2,2,2 --buffer out=64
// about: The third dimension is left out, so that two blocks write to one place.

__global__ void k(int* out) {
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  out[block * blockDim.x + threadIdx.x] = blockIdx.z;
}
