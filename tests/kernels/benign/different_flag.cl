// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: all work-items store their id to one cell

__kernel void raise(__global int *flag) {
  int i = get_global_id(0);
  *flag = i;
}
