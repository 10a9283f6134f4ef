// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: 0 - 0 has none

__kernel void sign_of(__global int *out) {
  int i = get_local_id(0);
  out[signbit(0.0f - (float)i) ? i : 1] = i;
}
