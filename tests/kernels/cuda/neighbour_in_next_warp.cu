// expect: defect
// property: data-race
// lines: 10 12
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The neighbour of a warp's last thread is in the next warp, which __syncwarp does not order.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[(t + 1) % 64];
}
