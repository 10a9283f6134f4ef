// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --buffer a=68 --buffer b=@a
// about: two arguments are one buffer, and each work-item reads the element of the next

__kernel void add_one(__global int *a, __global const int *b) {
  int i = get_global_id(0);
  int v = b[i + 1];
  a[i] = v + 1;
}
