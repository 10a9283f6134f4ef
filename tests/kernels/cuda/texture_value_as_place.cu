// expect: possible-defect
// property: data-race
// lines: 13
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// oracle: skip textures are not executed
// about: A value of a texture, which may be any, is taken for a place.

texture<int, 1, cudaReadModeElementType> places;

__global__ void k(int* out) {
  const int i = threadIdx.x;
  const int place = tex1Dfetch(places, i);
  out[place & 15] = i;
}
