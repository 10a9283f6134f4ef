// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 2
// about: odd work-items write where even work-items read

__kernel void select_buffer(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *from = i % 2 ? a : b;
  __global int *to = i % 2 ? b : a;
  int v = from[i / 2];
  to[i / 2 + 1] = v;
}
