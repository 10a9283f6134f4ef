// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.1 --arg b=10.0
// about: whether a product is rounded before something is subtracted decides

__kernel void decide(__global int *out, float a, float b) {
  int i = get_global_id(0);
  float x = a * b - 1.0f;
  if (x == 0) out[0] = i;
}
