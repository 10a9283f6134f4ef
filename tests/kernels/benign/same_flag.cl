// expect: verified
// lines: 9
// launch: --local-size 8 --num-groups 2
// sibling: different_flag.cl
// about: all work-items store one value to one cell

__kernel void raise(__global int *flag) {
  int i = get_global_id(0);
  *flag = i < 100;
}
