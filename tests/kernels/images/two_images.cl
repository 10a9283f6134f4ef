// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --image in=8x4 --image out=8x4
// sibling: one_image_twice.cl
// about: a neighbour's pixel is read from one image and an own one written to another

kernel void k(read_only image2d_t in, write_only image2d_t out) {
  const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, edge, at + (int2)(1, 0)));
}
