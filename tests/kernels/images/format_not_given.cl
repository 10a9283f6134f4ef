// expect: possible-defect
// property: data-race
// lines: 9
// cause: image-format
// launch: --local-size 8 --num-groups 1 --image out=1x1
// about: whether the pixel keeps what differs depends on its format

kernel void k(write_only image2d_t out) {
  write_imageui(out, (int2)(0, 0), (uint4)(1, get_local_id(0), 0, 0));
}
