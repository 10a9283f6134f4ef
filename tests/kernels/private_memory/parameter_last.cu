// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: a structure that is passed by value has four sums, and its last is read
// sibling: parameter_past_end.cu

struct Sums {
  int of[4];
  int count;
};

__global__ void spread(int *out, Sums sums) {
  out[threadIdx.x] = sums.of[3];
}
