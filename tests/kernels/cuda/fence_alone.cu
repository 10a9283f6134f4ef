// expect: possible-defect
// property: data-race
// lines: 9 11
// launch: --blockDim 16 --gridDim 1 --buffer out=128
// about: A fence orders the accesses of one thread and is no barrier.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  out[t] = t;
  __threadfence_block();
  out[16 + t] = out[15 - t];
}
