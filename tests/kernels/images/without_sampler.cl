// expect: verified
// launch: --local-size 8 --num-groups 2 --image in=17 --buffer out=64
// sibling: without_sampler_beyond.cl
// about: a read without a sampler, inside a one-dimensional image

kernel void k(read_only image1d_t in, global int *out) {
  int x = get_global_id(0);
  out[x] = read_imagei(in, x + 1).x;
}
