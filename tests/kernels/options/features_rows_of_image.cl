// expect: verified
// launch: --local-size 4,2 --num-groups 1,2 --build-options "-cl-std=CL3.0" --image out=4x4:R,UNSIGNED_INT32 --buffer in=64
// sibling: features_columns_of_image.cl
// about: A device of OpenCL C 3.0 has images unless the options say otherwise; each work-item writes a pixel of its own.

kernel void k(write_only image2d_t out, global const uint* in) {
  int2 pixel = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, pixel, (uint4)(in[pixel.x + 4 * pixel.y]));
}
