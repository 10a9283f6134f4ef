// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 2,2 --num-groups 2,1 --global-offset 4,3 --buffer out=128
// about: the offset in y moves the window one row below the plane

__kernel void window(__global int *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  out[y * 8 + x] = y;
}
