// expect: possible-defect
// property: data-race
// lines: 13
// cause: opaque-function
// oracle: skip it puts no object right behind another one
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=32
// replay: skip it puts no object right behind another one
// about: a device may put the second buffer right behind the first one

__kernel void meet(__global int *a, __global int *b) {
  int i = get_global_id(0);
  if (a + 8 == b)
    a[0] = i;
}
