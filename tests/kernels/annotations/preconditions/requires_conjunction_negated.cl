// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 4 --buffer out=128
// oracle-launch: --local-size 8 --num-groups 4 --buffer out=128 --arg width=7 --arg most=32
// about: of a negated comparison nothing is known but that it fails

__kernel void rows(__global int *out, int width, int most) {
  __requires((!(width == 8) & (width > 0)) & (most <= 32));
  int i = get_group_id(0) * width + get_local_id(0);
  if (i < most) out[i] = get_global_id(0);
}
