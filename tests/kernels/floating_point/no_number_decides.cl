// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.0
// about: the sign of what is no number is open

__kernel void decide(__global int *out, float a) {
  int i = get_global_id(0);
  float x = a * INFINITY;
  if (signbit(x)) out[0] = i;
}
