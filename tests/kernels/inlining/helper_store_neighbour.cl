// expect: defect
// property: data-race
// lines: 8 13 14
// launch: --local-size 8 --num-groups 2 --buffer out=68
// about: a helper function is called for the own and the next element

static void put(__global int *cells, int at, int value) {
  cells[at] = value;
}

__kernel void fill(__global int *out) {
  int i = get_global_id(0);
  put(out, i, i);
  put(out, i + 1, i + 60);
}
