// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// sibling: trap_of_some_one_place.cu
// oracle: skip its headers have no `__trap`
// about: The launch ends with an error if the number is not positive, and such launches are not judged.

__global__ void k(int* out, int n) {
  if (n <= 0) __trap();
  out[threadIdx.x] = 1;
}
