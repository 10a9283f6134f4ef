// expect: verified
// launch: --blockDim 16 --gridDim 2 --buffer out=128
// sibling: device_variable_plain.cu
// about: A variable of the device is updated atomically by all blocks.

__device__ int total;

__global__ void k(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&total, i);
  out[i] = i;
}
