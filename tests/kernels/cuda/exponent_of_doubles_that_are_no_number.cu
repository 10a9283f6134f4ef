// expect: defect
// launch: --blockDim=32 --gridDim=1 --buffer in=256 --buffer out=8320
// property: out-of-bounds
// lines: 14
// contents: in=bytes:000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f000000000000f87f
// replay: skip none of the contents that are tried lead there
// about: What is no number comes through, with the exponent of infinity.

__global__ void k(const double* in, int* out) {
  const double x = in[threadIdx.x];
  if (!(x >= 1.8446744073709552e19) && !(x < 1.0)) {
    const long long bits = *(const long long*)&x;
    const int place = (int)(bits >> 52) - 1023;
    out[65 * threadIdx.x + place] = threadIdx.x;
  }
}
