// expect: possible-defect
// property: data-race
// lines: 11
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=192
// about: Each thread moves its place by its own value in place of the greatest.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(const unsigned* in, int* out) {
  if (threadIdx.x < 16) {
    const unsigned most = __reduce_max_sync(0xffffu, in[threadIdx.x]) % 32;
    out[(most & 0) + in[threadIdx.x] % 32 + threadIdx.x] = 1 + threadIdx.x;
  }
}
