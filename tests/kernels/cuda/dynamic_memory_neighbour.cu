// expect: defect
// property: data-race
// lines: 11 12
// launch: --blockDim 32 --gridDim 2 --local s=128 --buffer data=256
// about: The neighbour's element is read before the barrier.

extern __shared__ int s[];

__global__ void rotate(int* data) {
  const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  s[t] = data[first + t];
  data[first + t] = s[(t + 1) % 32];
}
