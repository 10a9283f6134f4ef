// expect: possible-defect
// property: data-race
// lines: 11
// cause: image-sampling 11
// launch: --local-size 8 --num-groups 2 --image in=16x1:R,UNSIGNED_INT32 --buffer out=64
// about: which pixel a float coordinate names is not computed

kernel void k(read_only image2d_t in, global int *out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int x = get_global_id(0);
  out[read_imageui(in, how, (float2)(x * 0.5f, 0.0f)).x & 15] = x;
}
