// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 4 --gridDim 1 --buffer out=16
// about: Two entries of the table are equal.

__constant__ const int kPlaces[4] = {2, 0, 3, 2};

__global__ void k(int* out) {
  out[kPlaces[threadIdx.x]] = threadIdx.x;
}
