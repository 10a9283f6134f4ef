// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=260
// about: the last element of a block is the first of the next

__kernel void blocks(__global int *out) {
  int i = get_global_id(0);
  for (int k = i * 4; k <= i * 4 + 4; k++) out[k] = i;
}
