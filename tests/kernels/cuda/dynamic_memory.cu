// expect: verified
// launch: --blockDim 32 --gridDim 2 --local s=128 --buffer data=256
// sibling: dynamic_memory_neighbour.cu
// about: Dynamic shared memory holds an element for each thread.

extern __shared__ int s[];

__global__ void rotate(int* data) {
  const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  s[t] = data[first + t];
  __syncthreads();
  data[first + t] = s[(t + 1) % 32];
}
