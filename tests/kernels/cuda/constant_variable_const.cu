// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=1024
// sibling: constant_variable.cu
// about: No host code can overwrite a const variable in constant memory.

__constant__ const int kPlaces[4] = {0, 1, 2, 3};

__global__ void k(int* out) {
  out[threadIdx.x * 4 + kPlaces[threadIdx.x & 3]] = threadIdx.x;
}
