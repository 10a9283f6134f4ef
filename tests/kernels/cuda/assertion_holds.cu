// expect: verified
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// sibling: assertion_fails.cu
// about: An assertion that holds for each thread.

__global__ void k(int* out) {
  const int i = threadIdx.x;
  assert(i < 16);
  out[i] = i;
}
