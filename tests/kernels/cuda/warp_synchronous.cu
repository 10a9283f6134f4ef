// expect: verified
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=4
// sibling: warp_synchronous_volatile.cu
// about: The last steps of a reduction, ordered by barriers of the warp.

__global__ void sum(const int* in, int* out) {
  __shared__ volatile int part[32];
  const int t = threadIdx.x;
  part[t] = in[t];
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    const int v = t < d ? part[t + d] : 0;
    __syncwarp();
    if (t < d) part[t] += v;
    __syncwarp();
  }
  if (t == 0) out[0] = part[0];
}
