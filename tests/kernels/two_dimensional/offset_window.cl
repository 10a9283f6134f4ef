// expect: verified
// launch: --local-size 2,2 --num-groups 2,1 --global-offset 4,2 --buffer out=128
// sibling: offset_window_past_end.cl
// about: a window of a plane is addressed with global offsets in both dimensions

__kernel void window(__global int *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  out[y * 8 + x] = y;
}
