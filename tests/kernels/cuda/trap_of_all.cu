// expect: unknown
// cause: contradictory-facts
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: Every thread ends the launch with an error, so nothing is proved, and no input is at fault.

__global__ void k(int* out, int n) {
  __trap();
  out[threadIdx.x] = 1;
}
