// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4,2 --num-groups 2,2 --image in=8x4 --image out=8x4
// about: the first row is mirrored to a row outside the image

kernel void k(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int2 other = get_image_dim(in) - at;
  write_imagef(out, at, read_imagef(in, other));
}
