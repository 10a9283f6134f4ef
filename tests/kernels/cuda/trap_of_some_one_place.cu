// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip its headers have no `__trap`
// about: Threads of launches that do not trap store to one place.

__global__ void k(int* out, int n) {
  if (n <= 0) __trap();
  out[0] = threadIdx.x;
}
