// expect: verified
// launch: --blockDim=32 --gridDim=1 --buffer in=128 --buffer out=256
// sibling: exponent_of_negative_numbers_one_more.cu
// about: A comparison that no number fulfils which is no number bounds the exponent.

__global__ void k(const float* in, int* out) {
  const float x = in[threadIdx.x];
  if (x <= -1.0f && x > -4.0f) {
    const int place = ((__float_as_int(x) >> 23) & 255) - 127;
    out[2 * threadIdx.x + place] = threadIdx.x;
  }
}
