// equal: copy by_blocks
// launch: --local-size * --num-groups *
// expect: verified
// about: A copy, and one that takes two elements at once.
// mutant: `to[2 * i + 1] = from[2 * i + 1]` to `to[2 * i + 1] = from[2 * i]`: defect
// mutant: `i < m` to `i <= m`: defect
__kernel void copy(__global const uchar *from, __global uchar *to, uint m) {
  size_t i = get_global_id(0);
  if (i < m) to[2 * i] = from[2 * i], to[2 * i + 1] = from[2 * i + 1];
}

__kernel void by_blocks(__global const uchar2 *from, __global uchar2 *to, uint m) {
  size_t i = get_global_id(0);
  if (i >= m) return;
  to[i] = from[i];
}
