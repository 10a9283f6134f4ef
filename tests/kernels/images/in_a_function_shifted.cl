// expect: defect
// property: out-of-bounds
// lines: 12 18
// launch: --local-size 8 --num-groups 2 --image in=16x1 --image out=16x1:R,FLOAT
// about: a pixel beyond the image is written in a function

float look(read_only image2d_t from, sampler_t how, int x) {
  return read_imagef(from, how, (int2)(x, 0)).x;
}

void put(write_only image2d_t to, int x, float value) {
  write_imagef(to, (int2)(x, 0), (float4)(value));
}

kernel void k(read_only image2d_t in, write_only image2d_t out) {
  const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int x = get_global_id(0);
  put(out, x + 1, look(in, edge, x + 1));
}
