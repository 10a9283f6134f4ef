// expect: unsupported
// launch: --blockDim=8 --gridDim=2 --buffer to=64
// oracle: skip it knows no barriers in two steps
// about: A thread arrives at a barrier while its copy may read, and waits for the copy before it waits for the barrier.

#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void k(unsigned* to) {
  alignas(128) __shared__ unsigned tile[8];
  __shared__ cuda::barrier<cuda::thread_scope_block> read;
  if (threadIdx.x == 0) init(&read, blockDim.x);
  tile[threadIdx.x] = threadIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + 8 * blockIdx.x, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
  }
  auto token = read.arrive();
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  read.wait(std::move(token));
  tile[threadIdx.x] = 3;
}
