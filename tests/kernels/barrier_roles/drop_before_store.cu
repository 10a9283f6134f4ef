// expect: defect
// property: data-race
// lines: 18 23
// launch: --blockDim=64 --gridDim=1 --buffer out=128 --arg rounds=5
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: A warp stores after it has left the barrier.

#include <cuda/barrier>

__global__ void sums(int* out, int rounds) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 32) {
    bar.arrive_and_drop();
    part[threadIdx.x] = threadIdx.x;
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
