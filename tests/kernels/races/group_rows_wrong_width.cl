// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --arg width=6 --buffer out=64
// about: the row width given by the host is smaller than a group, so rows of two groups overlap

__kernel void fill_rows(__global uint *out, uint width) {
  uint column = get_local_id(0);
  out[get_group_id(0) * width + column] = get_global_id(0);
}
