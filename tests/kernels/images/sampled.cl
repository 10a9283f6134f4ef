// expect: verified
// launch: --local-size 8 --num-groups 2 --image in=16x1:R,FLOAT --buffer out=64
// sibling: sampled_to_neighbour.cl
// about: what is read at float coordinates is stored, and decides nothing

kernel void k(read_only image2d_t in, global float *out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
  int x = get_global_id(0);
  out[x] = read_imagef(in, how, (float2)(x * 0.3f, 0.5f)).x;
}
