// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=260
// sibling: blocks_inclusive.cl
// about: each work-item fills a block of four elements

__kernel void blocks(__global int *out) {
  int i = get_global_id(0);
  for (int k = i * 4; k < i * 4 + 4; k++) out[k] = i;
}
