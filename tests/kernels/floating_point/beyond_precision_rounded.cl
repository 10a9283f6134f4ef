// expect: possible-defect
// property: data-race
// lines: 10
// cause: opaque-function 10
// launch: --local-size 8 --num-groups 2 --buffer out=128 --arg base=16777216
// about: odd integers beyond 2^24 are rounded

__kernel void shift(__global int *out, int base) {
  int i = get_global_id(0);
  out[(int)(float)(i + base) - base] = i;
}
