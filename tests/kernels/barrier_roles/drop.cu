// expect: verified
// sibling: drop_before_store.cu
// launch: --blockDim=64 --gridDim=1 --buffer out=128 --arg rounds=5
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: A warp arrives for the last time, and the other one goes on with the barrier.

#include <cuda/barrier>

__global__ void sums(int* out, int rounds) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 32) {
    bar.arrive_and_drop();
  } else {
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      bar.arrive_and_wait();
      sum += part[63 - threadIdx.x];
      bar.arrive_and_wait();
      part[threadIdx.x] = sum + part[(threadIdx.x + 1) % 32 + 32];
    }
    out[threadIdx.x] = sum;
  }
}
