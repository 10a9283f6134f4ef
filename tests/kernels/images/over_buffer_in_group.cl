// expect: possible-defect
// property: data-race
// lines: 9 10
// cause: image-format 9
// launch: --local-size 2 --num-groups 1 --buffer b=16 --image a=1:RGBA,UNSIGNED_INT32@b
// about: a work-item writes through an image what another of its group writes through the buffer

kernel void k(write_only image1d_buffer_t a, global uint4 *b) {
  if (get_local_id(0) == 0) write_imageui(a, 0, (uint4)(1));
  if (get_local_id(0) == 1) b[0] = (uint4)(2);
}
