// expect: possible-defect
// property: data-race
// lines: 15
// cause: undefined-value
// launch: --local-size 4 --num-groups 2 --buffer out=32
// oracle: skip what is read is undefined
// about: The scope of a switch begins anew in each iteration.

__kernel void k(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; j < 2; ++j)
    switch (j) {
      int v;
      case 0: v = i; break;
      case 1: out[v] = i;
    }
}
