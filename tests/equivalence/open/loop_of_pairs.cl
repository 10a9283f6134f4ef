// equal: flat pairs
// launch: --local-size * --num-groups *
// expect: verified
// about: A precondition says that the bound is even, and then two elements at once are the plain loop.
// mutant: `m % 2 == 0` to `m % 2 == m % 2`: defect
// mutant: `in[k + 1]` to `in[k]`: defect
__kernel void flat(__global const uint *in, __global uint *out, uint m) {
  uint sum = 0;
  for (uint k = 0; k < m; ++k) sum += in[k];
  out[get_global_id(0)] = sum;
}

__kernel void pairs(__global const uint *in, __global uint *out, uint m) {
  __requires(m % 2 == 0);
  uint sum = 0;
  for (uint k = 0; k < m; k += 2) sum += in[k] + in[k + 1];
  out[get_global_id(0)] = sum;
}
