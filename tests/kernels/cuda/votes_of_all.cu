// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: votes_of_some.cu
// about: __syncthreads_and and __syncthreads_or are barriers that order shared memory.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  const int all = __syncthreads_and(t >= 0);
  out[t] = s[63 - t] + all;
  if (__syncthreads_or(t == 3)) s[63 - t] = t + 64;
}
