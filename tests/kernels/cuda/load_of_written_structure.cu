// expect: defect
// property: data-race
// lines: 12 14
// launch: --blockDim 8 --gridDim 1 --buffer a=256 --buffer out=256
// about: The load by `__ldg` is of a structure.

struct Block {
  int values[8];
};

__global__ void k(Block* a, Block* out) {
  a[threadIdx.x].values[0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&a[(threadIdx.x + 1) % blockDim.x]);
}
