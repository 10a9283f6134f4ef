// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer all=64 --buffer a=@all+32:32 --buffer b=@all:32
// about: the second part begins first

__kernel void sort(__global const int *all, __global int *a, __global int *b) {
  int i = get_global_id(0);
  if (a < b)
    a[i] = i;
  else
    b[0] = i;
}
