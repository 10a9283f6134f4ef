// expect: verified
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer out=80
// sibling: ended_threads_return_later.cu
// about: A barrier waits for the threads that have not ended.

__global__ void k(int* out, int n) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t >= n) return;
  s[t] = t;
  if (n > 0)
    __syncthreads();
  out[t] = s[n - 1 - t];
}
