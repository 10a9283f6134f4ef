// equal: plain shuffled
// launch: --local-size 32 --num-groups 4 --buffer in=512 --buffer out=512
// expect: verified
// about: CUDA C++: a reversal of blocks through shared memory.
// mutant: `31 - threadIdx.x]` to `30 - threadIdx.x]`: defect out-of-bounds
// mutant: `tile[threadIdx.x] = in[i]` to `tile[threadIdx.x] = in[i] + 1`: defect
extern "C" __global__ void plain(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[blockIdx.x * blockDim.x + 31 - threadIdx.x];
}

extern "C" __global__ void shuffled(const int *in, int *out) {
  __shared__ int tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[31 - threadIdx.x];
}
