// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2
// about: each row of a packed triangle is filled one element too far

__kernel void triangle(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; j <= i + 1; j++) out[i * (i + 1) / 2 + j] = i;
}
