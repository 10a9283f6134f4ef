// expect: defect
// property: data-race
// lines: 8
// launch: --blockDim 8 --gridDim 2 --buffer count=4
// about: Those of the block do not exclude a thread of another block.

__global__ void k(int* count) {
  atomicAdd_block(count, threadIdx.x + 1);
}
