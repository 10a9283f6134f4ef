// expect: defect
// property: access-flags
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer a=32 --buffer b=32 --arg to_b=9 --access b=read-only
// about: a pointer to one of two buffers is the read-only one

__kernel void select_target(__global int *a, __global int *b, int to_b) {
  int i = get_global_id(0);
  __global int *target = i < 8 ? a : b;
  if (to_b > 8) target = b;
  target[i & 7] = i;
}
