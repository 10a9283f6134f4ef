// expect: possible-defect
// property: out-of-bounds
// lines: 10
// cause: value-not-given
// launch: --local-size 8 --num-groups 2 --image in=16x1 --buffer out=64
// about: whether the read goes beyond the image depends on the sampler

kernel void k(read_only image2d_t in, sampler_t how, global float *out) {
  int x = get_global_id(0);
  out[x] = read_imagef(in, how, (int2)(x + 1, 0)).x;
}
