// expect: defect
// property: barrier-divergence
// lines: 13 12
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer out=80
// about: Threads that have not ended do not come to the barrier.

__global__ void k(int* out, int n) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t >= n) return;
  s[t] = t;
  if (t < n - 1)
    __syncthreads();
  out[t] = s[n - 1 - t];
}
