// expect: unsupported
// lines: 14
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: One warp fills the stages of a pipeline, and the other one reads them.

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void sums(const float* in, float* out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  pipe.producer_acquire();
  pipe.producer_commit();
  out[threadIdx.x] = in[threadIdx.x];
}
