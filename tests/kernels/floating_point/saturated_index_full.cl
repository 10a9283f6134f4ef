// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=256
// about: the last ones are 255 each

__kernel void slots(__global int *out) {
  int i = get_global_id(0);
  out[convert_uchar_sat(i * 18.5f) / 4] = i;
}
