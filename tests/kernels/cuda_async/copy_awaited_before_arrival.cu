// expect: verified
// launch: --blockDim=32 --gridDim=1 --buffer from=128 --buffer out=128
// sibling: copy_not_awaited_before_arrival.cu
// oracle: skip it knows no barriers in two steps
// about: each thread waits for its copy before it arrives at the barrier behind which others read

#include <cuda/barrier>
#include <cuda_pipeline.h>

__global__ void reverse(const int* from, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(&part[threadIdx.x], &from[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[threadIdx.x] = part[31 - threadIdx.x];
}
