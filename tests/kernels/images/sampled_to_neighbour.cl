// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --image in=16x1:R,FLOAT --buffer out=64
// about: what is read at float coordinates is stored beyond the buffer

kernel void k(read_only image2d_t in, global float *out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
  int x = get_global_id(0);
  out[x + 1] = read_imagef(in, how, (float2)(x * 0.3f, 0.5f)).x;
}
