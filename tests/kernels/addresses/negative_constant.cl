// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1
// about: all work-items write one element before an array of unknown size

__kernel void before(__global int *data) {
  int i = get_global_id(0);
  data[-2] = i;
}
