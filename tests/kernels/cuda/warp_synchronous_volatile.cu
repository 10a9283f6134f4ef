// expect: defect
// property: data-race
// lines: 13 15
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=4
// about: Volatile accesses of one warp are not ordered: threads run independently of each other.

__global__ void sum(const int* in, int* out) {
  __shared__ volatile int part[32];
  const int t = threadIdx.x;
  part[t] = in[t];
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    const int v = t < d ? part[t + d] : 0;
    __syncwarp();
    if (t < d) part[t] += v;

  }
  if (t == 0) out[0] = part[0];
}
