// expect: verified
// lines: 8
// launch: --local-size 8 --num-groups 2
// sibling: same_flag_strict.cl
// about: all work-items store one value to one cell, which is tolerated

__kernel void raise(__global int *flag) {
  flag[0] = 1;
}
