// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 1 --buffer a=32 --buffer b=32
// about: of four work-items two have chosen the first argument

__kernel void choose(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *p = i % 2 ? a : b;
  if (p == a)
    a[0] = i;
}
