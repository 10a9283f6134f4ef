// expect: possible-defect
// property: data-race
// lines: 10 11
// cause: image-format 10
// launch: --local-size 8 --num-groups 2 --buffer b=512 --image a=16:RGBA,UNSIGNED_INT32@b
// about: an image lies in the part of a buffer that is written

kernel void k(write_only image1d_buffer_t a, global uint4 *b) {
  int x = get_global_id(0);
  write_imageui(a, x, (uint4)(x));
  b[15 - x] = (uint4)(x + 100);
}
