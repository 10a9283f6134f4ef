// expect: unsupported
// lines: 9
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The number of an address in shared memory is no pointer.

__global__ void k(int* out) {
  __shared__ int s[64];
  const size_t at = __cvta_generic_to_shared(s + threadIdx.x);
  *(int*)at = 1;
  out[threadIdx.x] = 1;
}
