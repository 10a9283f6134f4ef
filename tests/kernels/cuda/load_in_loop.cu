// expect: verified
// sibling: load_in_loop_of_written.cu
// launch: --blockDim 8 --gridDim 2 --buffer a=96
// about: Loads by `__ldg` in a loop, whose last element comes before the first one that is written.

__global__ void k(int* a) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += __ldg(&a[i]);
  a[8 + blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
