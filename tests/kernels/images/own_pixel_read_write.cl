// expect: verified
// launch: --build-options -cl-std=CL2.0 --local-size 4,2 --num-groups 2,2 --image a=8x4
// sibling: neighbours_pixel_read_write.cl
// about: an image that is read and written, each pixel by one work-item

kernel void k(read_write image2d_t a) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(a, at, read_imagef(a, at) + 1.0f);
}
