// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 16 --gridDim 2 --buffer out=128
// about: It writes to the neighbour's element too.

template <typename T>
__device__ void put(T* to, T value) {
  *to = value;
}

__global__ void k(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(out + i / 2, i);
}
