// expect: verified
// launch: --blockDim 16 --gridDim 2 --arg s=bytes:1400000020000000 --buffer out=80
// sibling: struct_by_value_field.cu
// about: A struct handed over by value says how many elements there are.

struct Sizes {
  int count, padded;
};

__global__ void k(Sizes s, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.count) out[i] = i;
}
