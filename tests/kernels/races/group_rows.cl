// expect: verified
// launch: --local-size 8 --num-groups 2 --arg width=8 --buffer out=64
// sibling: group_rows_wrong_width.cl
// about: groups write rows of exactly one group width

__kernel void fill_rows(__global uint *out, uint width) {
  uint column = get_local_id(0);
  out[get_group_id(0) * width + column] = get_global_id(0);
}
