// postconditions: add
// launch: --local-size 4 --num-groups 2 --arg n=8 --buffer a=32 --buffer b=32 --buffer c=32 --arithmetic real
// expect: verified
// about: Real numbers that are computed alike are equal, in the condition too.
// mutant: `2 * b[i];` to `3 * b[i];`: defect
// mutant: `i < n)` to `i < n - 1)`: defect
// mutant: `c[i] == b[i]` to `c[i] != b[i]`: defect
// mutant: `c[i] == b[i]` to `!(c[i] < b[i] + a[i] + b[i]) && c[i] == b[i]`: verified
__kernel void add(__global const float *a, __global const float *b, __global float *c, int n) {
  __postcondition(__forall(i, 0, n, c[i] == b[i] + (a[i] + b[i])));
  int i = get_global_id(0);
  if (i < n) c[i] = a[i] + 2 * b[i];
}
