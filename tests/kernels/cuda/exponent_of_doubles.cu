// expect: verified
// launch: --blockDim=32 --gridDim=1 --buffer in=256 --buffer out=8320
// sibling: exponent_of_doubles_that_are_no_number.cu
// about: A NaN fulfils the opposite of no comparison.

__global__ void k(const double* in, int* out) {
  const double x = in[threadIdx.x];
  if (x < 1.8446744073709552e19 && x >= 1.0) {
    const long long bits = *(const long long*)&x;
    const int place = (int)(bits >> 52) - 1023;
    out[65 * threadIdx.x + place] = threadIdx.x;
  }
}
