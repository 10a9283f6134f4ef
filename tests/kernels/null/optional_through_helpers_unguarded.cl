// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer log=64 --arg level=1
// property: null-access
// lines: 9
// about: functions pass on a pointer into the middle of an array or null, and none checks it

void note(__global int *at, int offset, int value) {
  if (offset > 1) return;
  at[offset] = value;
}

void step(__global int *log, int i, int value) {
  note(i % 3 != 0 ? log : 0, i & 1, value);
}

__kernel void chain(__global int *out, __global int *log, int level) {
  int i = get_global_id(0);
  out[i] = i;
  step(i > level ? log + (i & ~1) : 0, i, 3 * i);
}
