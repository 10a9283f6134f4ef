// expect: error
// message: the block has 2048 threads, and no device takes more than 1024
// launch: --blockDim 64,32 --gridDim 1
// about: A block of more threads than any device takes is no launch.

__global__ void k(int* out) {
  out[threadIdx.y * 64 + threadIdx.x] = 1;
}
