// expect: verified
// launch: --local-size 4 --num-groups 2 --image picture=8x4:RGBA,UNSIGNED_INT32 --access picture=write-only --build-options -cl-std=CL2.0
// sibling: image_read.cl
// about: an image that kernels may only write is written

__kernel void brighten(read_write image2d_t picture) {
  int2 at = (int2)(get_global_id(0), 1);
  uint4 pixel = (uint4)(at.x, 0, 0, 1);
  write_imageui(picture, at, pixel);
}
