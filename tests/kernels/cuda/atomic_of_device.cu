// expect: verified
// launch: --blockDim 8 --gridDim 2 --buffer count=4
// sibling: atomic_of_block.cu
// about: Atomic functions of the device exclude each other between blocks.

__global__ void k(int* count) {
  atomicAdd(count, threadIdx.x + 1);
}
