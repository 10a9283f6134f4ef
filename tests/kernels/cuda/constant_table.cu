// expect: verified
// launch: --blockDim 4 --gridDim 1 --buffer out=16
// sibling: constant_table_same.cu
// about: A table in constant memory gives each thread its place.

__constant__ const int kPlaces[4] = {2, 0, 3, 1};

__global__ void k(int* out) {
  out[kPlaces[threadIdx.x]] = threadIdx.x;
}
