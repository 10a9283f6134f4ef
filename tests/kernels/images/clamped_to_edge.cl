// expect: verified
// launch: --local-size 8 --num-groups 2 --image in=16x4:R,FLOAT --buffer out=64
// sibling: address_none.cl
// about: a sampler that clamps to the edge keeps a read beside the image inside

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void k(read_only image2d_t in, global float *out) {
  int x = get_global_id(0);
  out[x] = read_imagef(in, edge, (int2)(x - 1, 0)).x + read_imagef(in, edge, (int2)(x + 1, 5)).x;
}
