// expect: verified
// launch: --blockDim 16 --gridDim 2 --buffer in=128 --buffer out=128
// sibling: counted_votes_by_some.cu
// about: __syncthreads_count is a barrier for all threads.

__global__ void k(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  if (blockDim.x > 8)
    count = __syncthreads_count(in[i] > 0);
  out[i] = count;
}
