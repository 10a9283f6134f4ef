// expect: unsupported
// lines: 14
// launch: --blockDim 32 --gridDim 1 --buffer a=1024 --buffer out=1024
// about: The load by `__ldg` is of a structure.
// oracle: skip it takes `__ldg` for a load

struct Block {
  int values[8];
};

__global__ void k(Block* a, Block* out) {
  a[threadIdx.x].values[0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&a[(threadIdx.x + 1) % blockDim.x]);
}
