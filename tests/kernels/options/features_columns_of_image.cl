// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4,2 --num-groups 1,2 --build-options "-cl-std=CL3.0" --image out=4x4:R,UNSIGNED_INT32 --buffer in=64
// about: All work-items of a column write one pixel.

kernel void k(write_only image2d_t out, global const uint* in) {
  int2 pixel = (int2)(get_global_id(0), get_group_id(0));
  write_imageui(out, pixel, (uint4)(get_global_id(1) + (in[0] & 8)));
}
