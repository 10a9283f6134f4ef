// expect: defect
// property: data-race
// lines: 9 11
// launch: --blockDim=64 --gridDim=4 --buffer from=1024 --buffer to=1024
// about: a block has 16 barriers, and none of a higher number is one of the grid

__global__ void k(int* from, int* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  from[i] = (int)i;
  __barrier_sync(16);
  to[i] = from[255 - i];
}
