// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --image in=16 --buffer out=64
// about: a read without a sampler goes beyond a one-dimensional image

kernel void k(read_only image1d_t in, global int *out) {
  int x = get_global_id(0);
  out[x] = read_imagei(in, x + 1).x;
}
