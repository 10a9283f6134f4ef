// expect: defect
// property: barrier-divergence
// lines: 11 13 10
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// about: Threads wait at two barriers at once, which are not one.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  int r = t;
  if (t % 2 == 0)
    __syncthreads();
  else
    __syncthreads();
  __syncthreads();
  out[t] = r;
}
