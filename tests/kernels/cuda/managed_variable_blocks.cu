// expect: defect
// property: data-race
// lines: 11
// launch: --blockDim 4 --gridDim 2 --buffer out=32
// about: Blocks share the entries.

__managed__ int entries[8];

__global__ void k(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  entries[threadIdx.x] = i;
  out[i] = i;
}
