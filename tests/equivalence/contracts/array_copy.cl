// postconditions: copy
// launch: --local-size 4 --num-groups 2 --arg n=7 --buffer from=28 --buffer to=28
// expect: verified
// about: A copy in OpenCL C, with bounds as a chain, a disjunction and an equivalence.
// mutant: `i < n) to` to `i < n - 1) to`: defect
// mutant: `<-> i < n` to `<-> i < n - 1`: defect
/*@ requires 0 <= n && n <= 2 ^ 3;
    ensures forall i, j. 0 <= i < n && i <= j && j <= i -> (to[j] == from[i] || to[i] < from[j]);
    ensures forall i. 0 <= i -> i < n -> (to[i] == from[i] <-> i < n) */
__kernel void copy(__global const int *from, __global int *to, int n) {
  int i = get_global_id(0);
  if (i < n) to[i] = from[i];
}
