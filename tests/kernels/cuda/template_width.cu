// expect: verified
// launch: --blockDim 16 --gridDim 2 --buffer out=128
// sibling: template_width_too_many.cu
// about: The kernel's template is instantiated with as many threads as elements.

template <int Each>
__global__ void fill(int* out) {
  const int at = (blockIdx.x * blockDim.x + threadIdx.x) * Each;
  for (int i = 0; i < Each; ++i) out[at + i] = at + i;
}

template __global__ void fill<1>(int*);
