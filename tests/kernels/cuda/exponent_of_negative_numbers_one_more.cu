// expect: defect
// launch: --blockDim=32 --gridDim=1 --buffer in=128 --buffer out=256
// property: out-of-bounds
// lines: 13
// contents: in=bytes:000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0000090c0
// replay: skip none of the contents that are tried lead there
// about: Numbers of one binade more come through.

__global__ void k(const float* in, int* out) {
  const float x = in[threadIdx.x];
  if (x <= -1.0f && x > -8.0f) {
    const int place = ((__float_as_int(x) >> 23) & 255) - 127;
    out[2 * threadIdx.x + place] = threadIdx.x;
  }
}
