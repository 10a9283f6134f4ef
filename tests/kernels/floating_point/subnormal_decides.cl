// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=1e-40
// about: a device may take an argument below the normal numbers for zero

__kernel void decide(__global int *out, float a) {
  int i = get_global_id(0);
  float x = a;
  if (x > 0) out[0] = i;
}
