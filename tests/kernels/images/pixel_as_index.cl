// expect: possible-defect
// property: data-race
// lines: 9
// cause: contents-not-recorded 9
// launch: --local-size 8 --num-groups 2 --image in=16:R,UNSIGNED_INT32 --buffer out=64
// about: a pixel decides where is written, and pixels are not recorded

kernel void k(read_only image1d_t in, global int *out) {
  int x = get_global_id(0); out[read_imageui(in, x).x & 15] = x;
}
