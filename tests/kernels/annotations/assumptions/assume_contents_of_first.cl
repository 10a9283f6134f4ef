// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=32 --buffer mode=4
// oracle: skip the contents that it needs are no launch's
// replay: skip the contents that it needs are no launch's
// about: the race needs contents that a work-item of the other group takes for excluded

__kernel void run(__global int *out, __global const int *mode) {
  int i = get_global_id(0);
  if (i == 0) __assume(mode[0] != 7);
  if (mode[0] == 7 & i > 8) out[0] = i;
}
