// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=64
// about: contracted_exactly.cl, the other way round

__kernel void compare(__global int *out) {
  int i = get_global_id(0);
  float p = i * 0.5f;
  float x = p - 1.0f;
  float y = i * 0.5f - 1.0f;
  if (as_int(x) == as_int(y)) out[0] = i;
}
