// expect: possible-defect
// property: data-race
// lines: 15
// cause: undefined-value
// launch: --local-size 4 --num-groups 2 --buffer out=32
// oracle: skip what is read is undefined
// about: A function that does not come to a return returns nothing.

int at(int x) {
  if (x < 1) return x;
}

__kernel void k(__global int *out) {
  int i = get_global_id(0);
  out[at(i)] = i;
}
