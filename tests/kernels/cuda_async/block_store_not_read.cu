// expect: defect
// property: data-race
// lines: 17 23
// launch: --blockDim=8 --gridDim=2 --buffer to=64 --buffer sums=32
// about: A copy may still read shared memory that threads store to behind a barrier.

#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void k(unsigned* to, unsigned* sums) {
  alignas(128) __shared__ unsigned tile[8];
  tile[threadIdx.x] = threadIdx.x + blockIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + 8 * blockIdx.x, tile, sizeof(tile));
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
  }
  __syncthreads();
  tile[threadIdx.x] = 0;
}
