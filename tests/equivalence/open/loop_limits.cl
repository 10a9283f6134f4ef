// equal: flat pairs
// launch: --local-size * --num-groups *
// expect: defect
// reason: proved equal where m is a multiple of 2
// about: Two elements at once are the plain loop for even bounds only, which is stated.
__kernel void flat(__global const uint *in, __global uint *out, uint m) {
  uint sum = 0;
  for (uint k = 0; k < m; ++k) sum += in[k];
  out[get_global_id(0)] = sum;
}

__kernel void pairs(__global const uint *in, __global uint *out, uint m) {
  uint sum = 0;
  for (uint k = 0; k < m; k += 2) sum += in[k] + in[k + 1];
  out[get_global_id(0)] = sum;
}
