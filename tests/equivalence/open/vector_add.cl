// equal: guarded spec
// launch: --local-size * --num-groups *
// expect: verified
// about: An addition of vectors with a guard, for any size, against one that steps over the whole launch once.
// mutant: `i < m) c` to `i < m - 1) c`: defect
// mutant: `a[i] + b[i]` to `a[i] + b[0]`: defect
__kernel void guarded(__global const int *a, __global const int *b, __global int *c, uint m) {
  size_t i = get_global_id(0);
  if (i < m) c[i] = a[i] + b[i];
}

__kernel void spec(__global const int *a, __global const int *b, __global int *c, uint m) {
  size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i >= m) return;
  c[i] = b[i] + a[i];
}
