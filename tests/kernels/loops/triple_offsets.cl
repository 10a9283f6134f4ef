// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 4 --num-groups 2
// about: the counter takes the value 9, past the row of each work-item

__kernel void powers(__global int *out) {
  int i = get_global_id(0);
  for (int k = 1; k < 10; k *= 3) out[i * 9 + k] = i;
  out[i * 9] = i;
}
