// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --arg count=6
// about: the scalar trip count is larger than a row

__kernel void fill(__global int *out, int count) {
  int i = get_global_id(0);
  for (int k = 0; k < count; k++) out[i * 5 + k] = i;
}
