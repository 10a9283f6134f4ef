// expect: verified
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// oracle: skip textures are not executed
// sibling: texture_value_as_place.cu
// about: A texture gives values, not places.

texture<int, 1, cudaReadModeElementType> places;

__global__ void k(int* out) {
  const int i = threadIdx.x;
  const int place = tex1Dfetch(places, i);
  out[i] = place;
}
