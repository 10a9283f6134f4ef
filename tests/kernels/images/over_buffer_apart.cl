// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer b=512 --image a=16:RGBA,UNSIGNED_INT32@b+256
// sibling: over_buffer_shared.cl
// about: an image lies in the second half of a buffer, of which the first is written

kernel void k(write_only image1d_buffer_t a, global uint4 *b) {
  int x = get_global_id(0);
  write_imageui(a, x, (uint4)(x));
  b[15 - x] = (uint4)(x + 100);
}
