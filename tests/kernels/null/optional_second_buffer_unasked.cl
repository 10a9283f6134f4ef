// expect: defect
// property: null-access
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=32
// about: a pointer that is null where two arguments are different buffers, and is not asked

__kernel void second(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *other = a == b ? b : 0;
  a[i] = i;
  if (i >= 0) other[i] = a[i];
}
