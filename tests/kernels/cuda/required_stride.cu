// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=4096
// sibling: required_stride_weaker.cu
// about: A precondition keeps the threads' parts apart.
// replay: skip a value that is made up may break the precondition

__global__ void k(int* out, int stride) {
  __requires(stride >= 2 & stride <= 64);
  out[threadIdx.x * stride] = 0;
  out[threadIdx.x * stride + 1] = threadIdx.x;
}
