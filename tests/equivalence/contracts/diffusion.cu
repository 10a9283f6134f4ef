// postconditions: diffusion
// launch: --blockDim=2 --gridDim=3 --buffer from=24 --buffer to=24 --arithmetic real
// expect: verified
// about: A step of diffusion; what is said of the ids of a thread is said of every thread.
// mutant: `blockIdx.x == gridDim.x - 1` to `blockIdx.x == blockDim.x - 1`: defect out-of-bounds
// mutant: `u[threadIdx.x + 2] - 2` to `u[threadIdx.x + 2] - 3`: defect
// mutant: `__syncthreads();` to ``: defect data-race
// mutant: `< gridDim.x * blockDim.x - 1 ->` to `< gridDim.x * blockDim.x ->`: unknown
/*@ ensures 0 < blockIdx.x * blockDim.x + threadIdx.x &&
            blockIdx.x * blockDim.x + threadIdx.x < gridDim.x * blockDim.x - 1 ->
            to[blockIdx.x * blockDim.x + threadIdx.x] ==
              from[blockIdx.x * blockDim.x + threadIdx.x - 1] - 2 * from[blockIdx.x * blockDim.x + threadIdx.x] +
              from[blockIdx.x * blockDim.x + threadIdx.x + 1];
    ensures exists i. 0 <= i < 1 && to[i] == from[1] - from[0] */
__global__ void diffusion(const float *from, float *to) {
  __shared__ float u[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  u[threadIdx.x + 1] = from[i];
  if (threadIdx.x == 0) u[0] = from[blockIdx.x == 0 ? i : i - 1];
  if (threadIdx.x == blockDim.x - 1) u[threadIdx.x + 2] = from[blockIdx.x == gridDim.x - 1 ? i : i + 1];
  __syncthreads();
  to[i] = u[threadIdx.x] + u[threadIdx.x + 2] - 2 * u[threadIdx.x + 1];
}
