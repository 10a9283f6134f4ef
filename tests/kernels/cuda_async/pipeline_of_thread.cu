// expect: verified
// launch: --blockDim=64 --gridDim=4 --buffer in=1024 --buffer out=1024
// oracle: skip it knows no pipelines
// sibling: pipeline_of_thread_no_barrier.cu
// about: Each thread copies one number in a pipeline of its own, waits for it, and meets the others.

#include <cuda/pipeline>

__global__ void reverse(const float* in, float* out) {
  __shared__ float part[64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const unsigned first = blockIdx.x * 64;
  pipe.producer_acquire();
  cuda::memcpy_async(&part[threadIdx.x], &in[first + threadIdx.x], sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[first + threadIdx.x] = part[63 - threadIdx.x];
  pipe.consumer_release();
}
