// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 2 --image in=16x4:R,FLOAT --buffer out=64
// about: a sampler without addressing mode leaves a read beside the image undefined

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void k(read_only image2d_t in, global float *out) {
  int x = get_global_id(0);
  out[x] = read_imagef(in, edge, (int2)(x - 1, 0)).x + read_imagef(in, edge, (int2)(x + 1, 5)).x;
}
