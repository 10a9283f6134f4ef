// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --arg back=1
// about: with this argument the first work-item is before the array

__kernel void shifted(__global int *data, int back) {
  int i = get_global_id(0);
  data[i - back] = i;
}
