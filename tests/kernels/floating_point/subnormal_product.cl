// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=1e-30
// about: a device may flush a result below the normal numbers to zero

__kernel void decide(__global int *out, float a) {
  int i = get_global_id(0);
  float x = a * 1e-12f;
  if (x > 0) out[0] = i;
}
