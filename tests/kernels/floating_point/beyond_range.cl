// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --arg factor=4e9 --buffer out=64
// oracle: skip its conversions saturate
// about: no float here fits an int, and whether one becomes negative then is up to the device

__kernel void negative(__global int *out, float factor) {
  int at = (int)(factor * (get_global_id(0) + 1));
  out[at < 0 ? 0 : get_global_id(0)] = get_global_id(0);
}
