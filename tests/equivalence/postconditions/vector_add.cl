// postconditions: add
// launch: --local-size 8 --num-groups 2 --arg n=13 --buffer a=52 --buffer b=52 --buffer c=52
// expect: verified
// about: Each element is the sum of the two at its place, and the guard leaves the others alone.
// mutant: `if (i < n)` to `if (i < n - 1)`: defect
// mutant: `c[i] = a[i] + b[i];` to `c[i] = a[i] - b[i];`: defect
// mutant: `c[i] = a[i]` to `c[n - 1 - i] = a[i]`: defect
// mutant: `__forall(i, 0, n,` to `__forall(i, 0, n + 1,`: unknown
// mutant: `if (i < n)` to `if (i <= n)`: defect out-of-bounds
__kernel void add(__global const int *a, __global const int *b, __global int *c, int n) {
  __postcondition(__forall(i, 0, n, c[i] == a[i] + b[i]));
  int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}
