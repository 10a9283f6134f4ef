// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.0
// about: each device has its own number for the exponent of zero

__kernel void decide(__global int *out, float a) {
  int i = get_global_id(0);
  int x = ilogb(a);
  if (x < 0) out[0] = i;
}
