// expect: verified
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// sibling: barrier_in_both_branches.cu
// about: All threads come to one barrier, whichever branch they take.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  int r = t;
  if (t % 2 == 0)
    r += 1;
  else
    r += 2;
  __syncthreads();
  out[t] = r;
}
