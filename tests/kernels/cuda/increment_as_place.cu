// expect: verified
// launch: --blockDim 32 --gridDim 2 --buffer next=4 --buffer out=64 --contents next=zero
// sibling: increment_as_place_next.cu
// about: The value that atomicInc finds within its bound is a place of the array, whoever writes there atomically.

__global__ void k(unsigned* next, unsigned* out) {
  const unsigned place = atomicInc(next, 15u);
  atomicAdd(&out[place % 16], 1u);
}
