// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.7
// about: every device rounds a normal result to the same bits

__kernel void decide(__global int *out, float a) {
  int i = get_global_id(0);
  float x = a * 0.3f;
  if (x > 0.01f) out[0] = i;
}
