// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --blockDim 16 --gridDim 2 --arg s=bytes:1400000020000000 --buffer out=80
// about: The guard compares with another field.

struct Sizes {
  int count, padded;
};

__global__ void k(Sizes s, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.padded) out[i] = i;
}
