// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer even=64 --buffer odd=64
// about: both pointers of a private array are one

__kernel void fill(__global int *even, __global int *odd) {
  __global int *to[2];
  to[0] = even;
  to[1] = even;
  int i = get_global_id(0);
  to[i & 1][i / 2] = i;
}
