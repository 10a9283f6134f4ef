// expect: unsupported
// lines: 13
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: An exclusive or of an address of shared memory is not followed.

__global__ void swizzled(int* out) {
  __shared__ __align__(1024) int part[64];
  const int t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  const unsigned at = ((unsigned)__cvta_generic_to_shared(part) + 4 * t) ^ 4;
  int value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
  out[t] = value;
}
