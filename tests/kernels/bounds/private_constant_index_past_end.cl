// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 2
// about: the loop over a private array runs one step too far

__kernel void accumulate(__global int *out) {
  int i = get_global_id(0);
  int part[4] = {i, i + 1, i + 2, i + 3};
  int sum = 0;
  for (int k = 0; k <= 4; k++) sum += part[k];
  out[i] = sum;
}
