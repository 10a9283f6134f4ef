// expect: unsupported
// lines: 7
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: Assembly that ends the thread is not followed.

__global__ void half(int* out) {
  if (threadIdx.x >= 32) asm volatile("exit;");
  out[threadIdx.x] = 1;
}
