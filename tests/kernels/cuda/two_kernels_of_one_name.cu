// expect: error
// message: holds no kernel `k`; its kernels: k(int*), k(float*)
// launch: --kernel k --blockDim 8 --gridDim 1
// about: Two kernels of one name are told apart by their types alone, and none of them is named.

__global__ void k(int* out) {
  out[threadIdx.x] = 1;
}
__global__ void k(float* out) {
  out[threadIdx.x] = 1;
}
