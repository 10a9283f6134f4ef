// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=32
// sibling: host_beside_race.cu
// about: Host code beside the kernel is ignored.

#include <cstdio>
#include <cstdlib>

__global__ void k(int* out) {
  out[threadIdx.x] = threadIdx.x;
}

int main(int argc, char** argv) {
  int* out = nullptr;
  cudaMalloc(&out, 32);
  k<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\n", argc > 1 ? std::atoi(argv[1]) : 0);
  return 0;
}
