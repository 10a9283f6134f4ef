// postconditions: diffusion
// launch: --blockDim=4 --gridDim=3 --buffer from=48 --buffer to=48
// expect: verified
// about: A step of diffusion in shared memory with the elements beside each block, in CUDA.
// mutant: `tile[t + 2]) / 4` to `tile[t + 1]) / 4`: defect
// mutant: `blockIdx.x == gridDim.x - 1` to `blockIdx.x == blockDim.x - 1`: defect out-of-bounds
// mutant: `i == 0 ? from[i]` to `i == 0 ? from[1]`: defect
// mutant: `i == 11 ? from[i]` to `i == 10 ? from[i]`: unknown
// mutant: `__syncthreads();` to ``: defect data-race
__global__ void diffusion(const int *from, int *to) {
  __postcondition(__forall(i, 0, 12, to[i] == ((i == 0 ? from[i] : from[i - 1]) + 2 * from[i] + (i == 11 ? from[i] : from[i + 1])) / 4));
  __shared__ int tile[6];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t + 1] = from[i];
  if (t == 0) tile[0] = from[blockIdx.x == 0 ? i : i - 1];
  if (t == blockDim.x - 1) tile[t + 2] = from[blockIdx.x == gridDim.x - 1 ? i : i + 1];
  __syncthreads();
  to[i] = (tile[t] + 2 * tile[t + 1] + tile[t + 2]) / 4;
}
