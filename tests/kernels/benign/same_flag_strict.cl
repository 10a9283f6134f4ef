// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 8 --num-groups 2 --strict
// about: all work-items store one value to one cell, which --strict reports

__kernel void raise(__global int *flag) {
  flag[0] = 1;
}
