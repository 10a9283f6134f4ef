// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: a structure that is passed by value has four sums, and its sixth is read

struct Sums {
  int of[4];
  int count;
};

__global__ void spread(int *out, Sums sums) {
  out[threadIdx.x] = sums.of[5];
}
