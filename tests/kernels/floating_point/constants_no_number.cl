// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=64
// replay: skip it computes a positive sign, as some devices do
// about: devices differ in the sign of what is no number

__kernel void sign_of_nan(__global int *out) {
  float z = INFINITY;
  z = z - z;
  if (signbit(z)) out[0] = get_global_id(0);
}
