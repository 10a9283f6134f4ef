// postconditions: increment
// launch: --local-size 4 --num-groups 2 --arg n=8 --arg by=3 --buffer a=32
// expect: verified
// about: Memory that the kernel changes in place is compared with what it held before.
// mutant: `a[i] += by` to `a[i] += by + 1`: defect
// mutant: `__old(a[i]) + by` to `a[i] + by`: defect
// mutant: `0, n, a[i] ==` to `0, n, a[i] >`: defect
__kernel void increment(__global int *a, int by, int n) {
  __postcondition(__forall(i, 0, n, a[i] == __old(a[i]) + by));
  int i = get_global_id(0);
  if (i < n) a[i] += by;
}
