// expect: verified
// sibling: load_up_to_written.cu
// launch: --blockDim 8 --gridDim 2 --buffer a=128
// about: The launch writes the one half of an array and reads the other half by `__ldg`.

__global__ void k(int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[16 + i] = __ldg(&a[i]) + 1;
}
