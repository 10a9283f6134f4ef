// postconditions: fill
// launch: --blockDim=4 --gridDim=3 --buffer a=48
// expect: verified
// about: A condition speaks of the sizes of the launch, in CUDA.
// mutant: `gridDim.x * blockDim.x, a` to `gridDim.x * blockDim.x, blockDim.x == 4 && gridDim.x < 3 && a`: defect
// mutant: `blockIdx.x * blockDim.x` to `blockIdx.x * gridDim.x`: defect
// mutant: `= 7;` to `= threadIdx.x == 3 ? 8 : 7;`: defect
__global__ void fill(int *a) {
  __postcondition(__forall(i, 0, gridDim.x * blockDim.x, a[i] == 7));
  a[blockIdx.x * blockDim.x + threadIdx.x] = 7;
}
