// expect: possible-defect
// property: data-race
// lines: 12
// launch: --blockDim 64 --gridDim 1 --buffer out=1024
// replay: skip the race depends on what the host writes to the variable
// oracle: skip the race depends on what the host writes to the variable
// about: The host may overwrite a variable in constant memory that is not const.

__constant__ int kPlaces[4] = {0, 1, 2, 3};

__global__ void k(int* out) {
  out[threadIdx.x * 4 + kPlaces[threadIdx.x & 3]] = threadIdx.x;
}
