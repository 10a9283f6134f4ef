// expect: defect
// property: data-race
// lines: 10 11
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: Without __syncwarp nothing orders the threads of a warp.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t ^ 1];
}
