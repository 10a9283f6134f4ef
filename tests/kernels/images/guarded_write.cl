// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --image out=7x3
// sibling: guarded_write_beyond.cl
// about: the launch is larger than the image, and a guard checks the image's size

kernel void k(write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < get_image_width(out) && y < get_image_height(out)) write_imagef(out, (int2)(x, y), (float4)(x));
}
