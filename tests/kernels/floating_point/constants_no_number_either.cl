// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle: skip it computes a negative sign, as some devices do
// about: constants_no_number.cl the other way round, as one device executes it

__kernel void decide(__global int *out) {
  int i = get_global_id(0);
  float x = INFINITY; x = x - x;
  if (!signbit(x)) out[0] = i;
}
