// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4,2 --num-groups 2,2 --image in=8x4 --image out=@in
// about: both arguments are one image, so that a neighbour's pixel is read and written

kernel void k(read_only image2d_t in, write_only image2d_t out) {
  const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, edge, at + (int2)(1, 0)));
}
