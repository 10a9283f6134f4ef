// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 4 --num-groups 2 --image a=7x1:R,UNSIGNED_INT32 --buffer out=32
// replay: skip the value that an image gives beside its pixels is open
// about: what is read beside the image without an addressing mode may be any value, and so may the index

constant sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void k(read_only image2d_t a, global uint *out) {
  int x = get_global_id(0);
  uint pixel = x == 7 ? read_imageui(a, none, (int2)(x, 0)).x : 0;
  out[x + (pixel & 1)] = x;
}
