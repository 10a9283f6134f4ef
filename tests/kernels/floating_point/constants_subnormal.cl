// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle: skip it keeps subnormal numbers, as some devices do
// replay: skip it keeps subnormal numbers, as some devices do
// about: a device may flush numbers below the normal ones to zero

__kernel void half_of_least(__global int *out) {
  int i = get_global_id(0);
  float x = 0x1p-126f;
  x *= 0.5f;
  if (x > 0) out[i] = 1;
  else out[0] = i;
}
