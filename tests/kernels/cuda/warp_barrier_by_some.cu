// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The threads leave the loop one after the other.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  for (int i = 0; i <= t % 32; ++i)
    __syncwarp();
  out[t] = t;
}
