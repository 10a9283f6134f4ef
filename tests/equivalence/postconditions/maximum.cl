// postconditions: greatest
// launch: --local-size 1 --num-groups 1 --arg n=4 --buffer in=16 --buffer out=4
// expect: verified
// about: The greatest element is one of the elements, and none is greater.
// mutant: `in[i] > best` to `in[i] < best`: defect
// mutant: `int best = in[0]` to `int best = 0`: defect
// mutant: `__exists(i, 0, n,` to `__exists(i, 1, n,`: defect
__kernel void greatest(__global const int *in, __global int *out, int n) {
  __postcondition(__forall(i, 0, n, in[i] <= out[0]));
  __postcondition(__exists(i, 0, n, in[i] == out[0]));
  int best = in[0];
  for (int i = 1; i < n; ++i)
    if (in[i] > best) best = in[i];
  out[0] = best;
}
