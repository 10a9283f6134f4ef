// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --blockDim 16 --gridDim 2 --buffer out=128
// about: Another instance has threads for twice as many elements.

template <int Each>
__global__ void fill(int* out) {
  const int at = (blockIdx.x * blockDim.x + threadIdx.x) * Each;
  for (int i = 0; i < Each; ++i) out[at + i] = at + i;
}

template __global__ void fill<2>(int*);
