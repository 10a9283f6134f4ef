// expect: possible-defect
// property: data-race
// lines: 14
// cause: undefined-value
// launch: --local-size 4 --num-groups 2 --buffer out=32
// oracle: skip what is read is undefined
// about: A variable whose declaration is jumped over holds nothing.

__kernel void k(__global int *out) {
  int x = get_global_id(0);
  switch (x < 1 ? 1 : 0) {
    int v;
    case 1: v = x;
    default: out[v] = x;
  }
}
