// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=@a
// about: whichever argument was chosen, it has the address of the first

__kernel void choose(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *p = i % 2 ? a : b;
  if (p == a)
    a[0] = i;
}
