// expect: verified
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=128
// sibling: double_buffer_single.cu
// about: Steps of a scan alternate between two halves of shared memory.

__global__ void scan(const int* in, int* out) {
  __shared__ int s[2][32];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
    __syncthreads();
    from = 1 - from;
  }
  out[t] = s[from][t];
}
