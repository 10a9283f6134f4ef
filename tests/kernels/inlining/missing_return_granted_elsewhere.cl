// expect: defect
// property: data-race
// lines: 14
// launch: --local-size 4 --num-groups 4 --buffer out=64 --build-options "-cl-std=CLC++"
// oracle: skip what is behind the end is undefined
// about: Work-items that reach a return still race.

int at(int x) {
  if (x < 8) return x / 2;
}

__kernel void k(__global int *out) {
  int i = get_global_id(0);
  out[at(i)] = i;
}
