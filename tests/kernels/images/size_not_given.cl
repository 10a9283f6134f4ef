// expect: verified
// launch: --local-size 4,2 --num-groups 2,2
// sibling: size_not_given_transposed.cl
// about: an image of unknown size has pixels of their own by their coordinates; bounds are not asked

kernel void k(write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagei(out, (int2)(y + 4, x), (int4)(1, x, y, 0));
}
