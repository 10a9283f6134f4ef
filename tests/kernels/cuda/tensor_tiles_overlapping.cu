// expect: possible-defect
// property: data-race
// lines: 26
// launch: --blockDim=64 --gridDim=2 --arg n=32 --buffer a=2048 --buffer b=2048 --buffer c=4096
// about: Two warps store tiles that overlap.
// replay: skip what fragments hold is any value
// oracle: skip it does not know the header mma.h
#include <mma.h>
using namespace nvcuda;
__global__ void multiply(const half *a, const half *b, float *c, int n) {
  __shared__ half tile[2][16 * 16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < 32; k += 16) {
    for (int i = lane; i < 256; i += 32) tile[warp][i] = a[(blockIdx.x * 16 + i / 16) * 32 + k + i % 16];
    __syncthreads();
    wmma::load_matrix_sync(fa, tile[warp], 16);
    wmma::load_matrix_sync(fb, b + warp * 16 * 32 + k, 32);
    wmma::mma_sync(sum, fa, fb, sum);
    __syncthreads();
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] * 2;
  wmma::store_matrix_sync(c + blockIdx.x * 16 * 32 + warp * 8, sum, 32, wmma::mem_row_major);
}
