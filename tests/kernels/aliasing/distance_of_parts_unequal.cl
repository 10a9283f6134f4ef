// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer whole=96 --buffer row=@whole+36:32
// about: the part begins one element further on

__kernel void shift(__global int *whole, __global int *row) {
  int i = get_global_id(0);
  long start = row - whole;
  int at = start == 8 ? i : 0;
  whole[16 + at] = i;
}
