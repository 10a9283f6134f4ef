// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --image out=8x4:RGBA,SIGNED_INT32
// sibling: two_to_one_pixel.cl
// about: each work-item writes a pixel of its own

kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagei(out, at, (int4)(get_global_id(0)));
}
