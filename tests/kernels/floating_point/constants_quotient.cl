// expect: possible-defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle: skip it rounds quotients correctly, as some devices do
// replay: skip it rounds quotients correctly, as some devices do
// about: quotients in single precision may be a little off, those of constants too

__kernel void thirds(__global int *out) {
  int i = get_global_id(0);
  float a = 6.0f, b = 3.0f;
  if ((int)(a / b) == 2) out[i] = i;
  else out[0] = i;
}
