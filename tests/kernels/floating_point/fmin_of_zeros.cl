// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=-0.0
// about: which of two zeros fmin yields is open

__kernel void decide(__global int *out, float a) {
  int i = get_global_id(0);
  float x = fmin(0.0f * i, a);
  if (signbit(x)) out[0] = i;
}
