// expect: unsupported
// lines: 18
// launch: --blockDim=32 --gridDim=1 --buffer from=128 --buffer out=128
// oracle: skip what is unsupported may go well or not
// about: each thread waits for its copy between its arrival and its wait, where others may already pass the barrier

#include <cuda/barrier>
#include <cuda_pipeline.h>

__global__ void reverse(const int* from, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(&part[threadIdx.x], &from[threadIdx.x], 4);
  __pipeline_commit();
  auto token = bar.arrive();
  __pipeline_wait_prior(0);
  bar.wait(std::move(token));
  out[threadIdx.x] = part[31 - threadIdx.x];
}
