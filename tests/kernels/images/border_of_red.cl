// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --image in=4x4:R,UNSIGNED_INT32 --buffer out=64
// about: beside an image without alpha, alpha is 1

kernel void k(read_only image2d_t in, global uint *out) {
  const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  int x = get_global_id(0);
  out[x + read_imageui(in, border, (int2)(x, 4)).w] = x;
}
